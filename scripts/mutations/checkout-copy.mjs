import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from '../setup.mjs'

/** The workspaces' own packages among the installed ones. */
const WORKSPACES = '@dispecerat'

/** Copies every file that git would commit, with uncommitted changes, and links the installed packages. */
export function copyCheckout(folder) {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout, stderr } = spawnSync('git', listed, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`git ls-files failed: ${stderr}`)
  for (const file of stdout.split('\0')) {
    const from = path.join(ROOT, file)
    // A file that was deleted is still listed until the deletion is committed.
    if (file === '' || !fs.existsSync(from)) continue
    const to = path.join(folder, file)
    fs.mkdirSync(path.dirname(to), { recursive: true })
    fs.copyFileSync(from, to)
  }
  linkPackages(folder)
}

/**
 * Links each package on its own: a link to the whole of node_modules would lead back to the workspaces of the original
 * checkout, and the tests would load its code instead of the mutated one.
 */
function linkPackages(folder) {
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules')]
  fs.mkdirSync(path.join(to, WORKSPACES), { recursive: true })
  for (const name of fs.readdirSync(from)) {
    const isCache = name.startsWith('.') && name !== '.bin'
    if (isCache || name === WORKSPACES) continue
    fs.symlinkSync(path.join(from, name), path.join(to, name), 'junction')
  }
  for (const name of fs.readdirSync(path.join(from, WORKSPACES))) {
    const workspace = path.relative(fs.realpathSync(ROOT), fs.realpathSync(path.join(from, WORKSPACES, name)))
    fs.symlinkSync(path.join(folder, workspace), path.join(to, WORKSPACES, name), 'junction')
  }
}
