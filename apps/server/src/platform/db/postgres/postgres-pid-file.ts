import fs from 'node:fs'
import path from 'node:path'
import { processIdentity } from './process-identity.ts'

/** Above the highest pid of any kernel. */
const NEVER_A_PID = '4194304'

export interface Postmaster {
  pid: number
  port: number
  socketDir: string
  ready: boolean
}

/** The content of the pid file; undefined when the server stopped cleanly or never ran. */
export function readPidFile(dataDir: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, , , port, socketDir, , , status] = lines
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir ?? '',
    ready: status?.startsWith('ready') ?? false,
  }
}

/** True when the process with this pid is the server of this data directory, and not one that reused the pid. */
export function isPostmasterOf(pid: number, dataDir: string): boolean {
  if (processIdentity(pid) === undefined) return false
  if (process.platform !== 'linux') return true
  try {
    return (
      fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(dataDir) &&
      fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    )
  } catch {
    return false
  }
}

/**
 * After a reboot or in a container another process may have reused the dead server's pid, and PostgreSQL would refuse to start for ever.
 * The pid is rewritten rather than the file deleted: its shared memory line still protects against orphaned backends that write.
 */
export function forgetRecycledPid(dataDir: string, left: Postmaster): void {
  if (processIdentity(left.pid) === undefined || isPostmasterOf(left.pid, dataDir)) return
  for (const file of [path.join(dataDir, 'postmaster.pid'), path.join(left.socketDir, `.s.PGSQL.${left.port}.lock`)]) {
    try {
      const lines = fs.readFileSync(file, 'utf8').split('\n')
      if (lines[0] !== String(left.pid)) continue
      lines[0] = NEVER_A_PID
      fs.writeFileSync(file, lines.join('\n'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
