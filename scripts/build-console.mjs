import fs from 'node:fs'
import path from 'node:path'
import { isOutdated } from './newer-sources.mjs'
import { ROOT, runNpm } from './setup.mjs'

const SOURCES = ['apps/console', 'packages/domain', 'packages/contract', 'packages/simulation', 'package-lock.json']
const BUILT = 'apps/console/dist/index.html'

/** Builds the console when it was never built or one of its sources is newer; ends the process when that fails. */
export function buildConsole() {
  if (!fs.existsSync(path.join(ROOT, 'apps/console/index.html'))) return
  if (!isOutdated(BUILT, SOURCES)) return
  console.log('Building the console …')
  // Tests set NODE_ENV to their own, which would build React for developers.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = runNpm(['run', 'build', '--silent', '-w', '@dispecerat/console'], { env })
  if (status !== 0) {
    console.error('The console was not built; the lines above say why.')
    process.exit(1)
  }
}
