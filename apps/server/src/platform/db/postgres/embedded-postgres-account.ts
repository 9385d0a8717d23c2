import { spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** The operating system account that PostgreSQL runs as; empty means the account of this process. */
export interface Account {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses to run as root, so root starts it as the `postgres` account or as `nobody`. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const account = accountNamed('postgres') ?? accountNamed('nobody')
  if (!account)
    throw new Error('running as root needs an account "postgres" or "nobody" to run the embedded PostgreSQL')
  return account
}

function accountNamed(name: string): Account | undefined {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (!line) return undefined
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** True when the account may enter the folder and all folders above it. */
export function canReach(folder: string, account: Account): boolean {
  if (account.uid === undefined) return true
  const tried = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' })
  return tried.status === 0
}

/**
 * The folder of the cluster: the requested one, or one under /var/lib when root's PostgreSQL account cannot enter it (a clone under /root).
 */
export function reachableStateDir(requestedDir: string, account: Account, note: (line: string) => void): string {
  fs.mkdirSync(requestedDir, { recursive: true, mode: account.uid === undefined ? 0o700 : 0o755 })
  if (canReach(requestedDir, account)) return requestedDir
  const mark = crypto.createHash('sha256').update(requestedDir).digest('hex').slice(0, 12)
  const instead = path.join('/var/lib/dispecerat', mark)
  fs.mkdirSync(instead, { recursive: true, mode: 0o755 })
  note(`the PostgreSQL account cannot reach ${requestedDir}: the database is kept in ${instead}`)
  return instead
}

/** Creates a folder that only the account can open; refuses an existing one of another owner. */
export function makePrivateDir(folder: string, account: Account): void {
  if (!fs.existsSync(folder)) fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.getuid === undefined) return
  const found = fs.lstatSync(folder)
  const owner = account.uid ?? process.getuid()
  const madeByUs = found.uid === process.getuid()
  if (!found.isDirectory() || !(madeByUs || found.uid === owner))
    throw new Error(`${folder} belongs to another account`)
  if (account.uid !== undefined && account.gid !== undefined && madeByUs) fs.chownSync(folder, account.uid, account.gid)
}
