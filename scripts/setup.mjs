// This file runs before anything is installed, so it uses only Node's own modules.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const OLDEST_NODE = [20, 19]

/** Checks Node's version, and installs the packages when the installed ones differ from the lockfile. */
export function setup() {
  checkNode()
  if (isInstalled()) return
  console.log('Installing the packages (npm ci) …')
  const { status } = runNpm(['ci', '--no-audit', '--no-fund'])
  if (status !== 0) {
    console.error('npm ci failed; the lines above say why.')
    process.exit(1)
  }
}

/** npm writes what it has installed, after everything is in place, into a second lockfile in node_modules. */
function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json')
  if (!installed) return false
  return Object.entries(readPackages('package-lock.json')).every(([place, wanted]) => {
    if (place === '' || !place.includes('node_modules/')) return true
    const found = installed[place]
    // Packages for other platforms may be missing; everything else has to be installed in exactly this build.
    if (!found) return wanted.optional === true
    return (
      found.version === wanted.version && found.integrity === wanted.integrity && fs.existsSync(path.join(ROOT, place))
    )
  })
}

function readPackages(file) {
  const full = path.join(ROOT, file)
  return fs.existsSync(full) ? JSON.parse(fs.readFileSync(full, 'utf8')).packages : undefined
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(
    `Node ${process.versions.node} is too old: Dispecerat needs ${OLDEST_NODE.join('.')} or newer (https://nodejs.org).`,
  )
  process.exit(1)
}

export function runNpm(args, options = {}) {
  // npm is a script on Windows, and scripts need a shell there.
  return spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32', ...options })
}
