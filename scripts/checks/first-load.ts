import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** Maximum gzipped size of a first load by the design; the map and the telephone library have budgets of their own. */
export const BUDGET_KB = {
  login: 175,
  public: 170,
  operator: 260.5,
  screen: 250.5,
  styles: 48,
  map: 300,
  chart: 125,
  telephone: 55,
}

const DIST = path.resolve(import.meta.dirname, '../../apps/console/dist')
const START = 'index.html'
const FRAME = 'src/shell/shell.tsx'
/** A screen for visitors without an account, which has no frame. */
export const PUBLIC = 'src/site/public-map/live-screen.tsx'
/** True for screens that visitors see without logging in: they load without the frame. */
export const isPublic = (screen: string) => screen === PUBLIC || screen.startsWith('src/site/public/')
/** The dispatcher's workspace, which opens with the order form beside its lists. */
export const OPERATOR = 'src/orders/workspace/operator-screen.tsx'
const NEW_ORDER = 'src/orders/order-form/order-screen.tsx'
const MAP = /^_map-canvas-/

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

export interface FirstLoad {
  scriptsKb: number
  stylesKb: number
  /** The parts of the load, the heaviest first. */
  parts: string
}

/** Reads the manifest of the console's last build. */
export function builtConsole() {
  const chunks: Record<string, Chunk> = JSON.parse(fs.readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'))
  const reached = (keys: readonly string[]): Set<string> => {
    const all = new Set<string>()
    const walk = (key: string) => {
      if (all.has(key)) return
      all.add(key)
      for (const next of chunks[key]?.imports ?? []) walk(next)
    }
    for (const key of keys) {
      // A module that has moved would count as 0 bytes.
      if (!chunks[key]) throw new Error(`${key} is no entry of the console's manifest`)
      walk(key)
    }
    return all
  }
  const weight = (keys: Iterable<string>): FirstLoad => {
    const loaded = [...keys].flatMap((key) => chunks[key] ?? [])
    const scripts = loaded.map(({ file }) => ({ name: path.basename(file), kb: gzippedKb(file) }))
    const styles = new Set(loaded.flatMap(({ css }) => css ?? []))
    return {
      scriptsKb: sum(scripts.map(({ kb }) => kb)),
      stylesKb: sum([...styles].map(gzippedKb)),
      parts: scripts
        .sort((a, b) => b.kb - a.kb)
        .map(({ name, kb }) => `${name} ${kb.toFixed(1)}`)
        .join(', '),
    }
  }
  return {
    /** A `.ts` file draws nothing: the routes register it for others. */
    screens: (chunks[START]?.dynamicImports ?? []).filter(
      (key) =>
        /^src\/(identity|geography|fleet|orders|dispatch|telephony|billing|office|site|demo|shell)\//.test(key) &&
        key.endsWith('.tsx'),
    ),
    /**
     * Files fetched before a screen is drawn: the start, the frame around it, the screen, and for the operator screen the order form too.
     */
    firstLoad: (screen: string): FirstLoad => {
      const frame = screen.includes('/login/') || isPublic(screen) ? [] : [FRAME]
      const form = screen === OPERATOR ? [NEW_ORDER] : []
      return weight([...reached([START, ...frame, screen, ...form])].filter((key) => !MAP.test(key)))
    },
    /** Files that a lazily loaded part adds to the screen that shows it. */
    partOf: (screen: string, key: string): FirstLoad => {
      const before = reached([START, FRAME, screen])
      return weight([...reached([key])].filter((one) => !before.has(one)))
    },
    map: (): FirstLoad => weight(Object.keys(chunks).filter((key) => MAP.test(key))),
  }
}

function gzippedKb(file: string): number {
  return gzipSync(fs.readFileSync(path.join(DIST, file)), { level: 9 }).length / 1024
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
