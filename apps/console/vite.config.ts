import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { bareContract } from './build/bare-contract.ts'
import { modulesOfFirstScreens } from './build/first-screen.ts'

const server = process.env.SERVER ?? 'http://localhost:3000'
const passedOn = ['/api', '/order-drivers', '/tiles', '/health', '/ready']
const proxy = {
  ...Object.fromEntries(passedOn.map((path) => [path, { target: server, changeOrigin: false }])),
  '/ws': { target: server, ws: true, changeOrigin: false },
}

const SMALLEST_TO_PACK = 1024
const PACKED = /\.(js|mjs|css|html)$/
/** Where the names of files carry the hash of their content. */
const HASHED = 'assets/'

/**
 * Leaves a packed twin beside each file, so that the server sends a quarter of the bytes without packing anything itself. A name
 * with a hash is always the same content: its twins of an earlier build are kept.
 */
const packedTwins: Plugin = {
  name: 'packed-twins',
  apply: 'build',
  writeBundle: ({ dir = '' }, bundle) => {
    for (const name of Object.keys(bundle)) {
      const file = path.join(dir, name)
      const content = PACKED.test(name) ? fs.readFileSync(file) : Buffer.alloc(0)
      if (content.length < SMALLEST_TO_PACK) continue
      const isKept = name.startsWith(HASHED)
      leaveTwin(`${file}.br`, isKept, () =>
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
      )
      leaveTwin(`${file}.gz`, isKept, () => gzipSync(content, { level: 9 }))
    }
  },
}

function leaveTwin(copy: string, isKept: boolean, pack: () => Buffer): void {
  if (isKept && fs.existsSync(copy)) {
    const now = new Date()
    fs.utimesSync(copy, now, now)
    return
  }
  // A build that is killed leaves no half twin that the next one would keep.
  fs.writeFileSync(`${copy}.new`, pack())
  fs.renameSync(`${copy}.new`, copy)
}

const CHUNKS_STAY_MS = 7 * 24 * 3_600_000

/** A console that is open while the server is renewed still finds the parts it has not loaded yet; after a week they go. */
const oldChunksStayAWeek: Plugin = {
  name: 'old-chunks-stay-a-week',
  apply: 'build',
  writeBundle: ({ dir = '' }) => {
    const assets = path.join(dir, 'assets')
    for (const name of fs.existsSync(assets) ? fs.readdirSync(assets) : []) {
      const file = path.join(assets, name)
      if (fs.statSync(file).mtimeMs < Date.now() - CHUNKS_STAY_MS) fs.rmSync(file, { force: true })
    }
  },
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const NO_SCHEMAS = { zod: here('./src/api/no-schemas.ts') }
// The compiler is experimental in the plugin: NOCOMP=1 builds without it, and nothing may depend on it.
const languages = () => [bareContract, ...react({ compiler: !process.env.NOCOMP })]

const MAIN = './src/main.tsx'
const SHELL = './src/screens/shell/shell.tsx'
const ENTRANCE = [MAIN, './src/screens/login/login-screen.tsx', './src/screens/live/live-screen.tsx'].map(here)
const SITE = [MAIN, './src/screens/public/enroll-screen.tsx', './src/screens/public/documentation-screen.tsx'].map(here)
const FRAME = [MAIN, SHELL].map(here)
const DESK = [MAIN, SHELL, './src/screens/operator/operator-screen.tsx', './src/screens/order/order-screen.tsx'].map(
  here,
)

const FETCHED_AHEAD = /\.css$|\/(site|entrance|frame|parts|desk)-/
const OF_A_SCREEN = /\/console\/src\/screens\//

/**
 * What starts, what the public pages, those who are not logged in (the log-in form, the public map), the frame and the desk
 * need of what is shared: one chunk each, a screen loads those it needs, and the rest travels with its screen. What public screens
 * alone share would otherwise be put into the chunk of all. Forty small
 * chunks cost the operator 20 KB of headers and badly packed bytes; the desk's in one piece cost the other screens 30 KB of
 * order form.
 */
async function chunks() {
  const screens = { entrance: ENTRANCE, site: SITE, frame: FRAME, desk: DESK }
  const { entrance, site, frame, desk } = await modulesOfFirstScreens({
    screens,
    plugins: languages(),
    alias: NO_SCHEMAS,
  })
  const shared = (name: string, priority: number, test: (id: string) => boolean) => ({
    name,
    priority,
    minShareCount: 2,
    test,
  })
  return [
    { name: 'start', tags: ['$initial' as const], priority: 6 },
    shared('site', 5, (id) => site.has(id) && desk.has(id)),
    shared('public', 5, (id) => site.has(id) && !desk.has(id) && OF_A_SCREEN.test(id)),
    shared('entrance', 5, (id) => entrance.has(id)),
    shared('frame', 4, (id) => frame.has(id)),
    shared('parts', 3, (id) => desk.has(id) && !OF_A_SCREEN.test(id)),
    shared('desk', 2, (id) => desk.has(id)),
  ]
}

export default defineConfig(
  async ({ command }): Promise<UserConfig> => ({
    plugins: [languages(), packedTwins, oldChunksStayAWeek],
    resolve: { alias: NO_SCHEMAS },
    build: {
      target: 'es2022',
      manifest: true,
      emptyOutDir: false,
      reportCompressedSize: false,
      modulePreload: {
        // The list of every small chunk of every screen was 2 KB of the start; they come right after the screen's own chunk.
        resolveDependencies: (_, files) => files.filter((file) => FETCHED_AHEAD.test(file)),
      },
      chunkSizeWarningLimit: 1100,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: command === 'build' ? await chunks() : [],
          },
        },
      },
    },
    worker: { format: 'es' },
    server: { host: '127.0.0.1', proxy },
    preview: { host: '127.0.0.1', proxy },
  }),
)
