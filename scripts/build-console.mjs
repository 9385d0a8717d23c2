import fs from 'node:fs'
import path from 'node:path'
import { ROOT, runNpm } from './setup.mjs'

const SOURCES = ['apps/console', 'packages/domain', 'packages/contract', 'packages/simulation', 'package-lock.json']
const NOT_SOURCES = new Set(['node_modules', 'dist', '.vite'])
const BUILT = path.join(ROOT, 'apps/console/dist/index.html')

/** Builds the console when it was never built or one of its sources is newer; ends the process when that fails. */
export function buildConsole() {
  if (!fs.existsSync(path.join(ROOT, 'apps/console/index.html'))) return
  const builtAt = fs.existsSync(BUILT) ? fs.statSync(BUILT).mtimeMs : 0
  if (SOURCES.every((source) => newest(path.join(ROOT, source)) <= builtAt)) return
  console.log('Building the console …')
  const { status } = runNpm(['run', 'build', '--silent'])
  if (status !== 0) {
    console.error('The console was not built; the lines above say why.')
    process.exit(1)
  }
}

function newest(file) {
  const found = fs.statSync(file)
  if (!found.isDirectory()) return found.mtimeMs
  const below = fs
    .readdirSync(file)
    .filter((entry) => !NOT_SOURCES.has(entry))
    .map((entry) => newest(path.join(file, entry)))
  // A folder's own time tells of deleted files, but its dist and node_modules change it too.
  return Math.max(0, ...below)
}
