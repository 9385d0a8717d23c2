import fs from 'node:fs'

/**
 * An identity that distinguishes two processes that used the same pid one after the other; undefined when no process has the pid. Without
 * /proc it is the pid alone.
 */
export function processIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  try {
    const afterName = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const [state] = afterName
    // A zombie has ended; only its pid is not free yet.
    return state === 'Z' ? undefined : `${pid} ${afterName[19]}`
  } catch {
    return process.platform === 'linux' ? undefined : String(pid)
  }
}

/** True while the process with this identity runs. */
export function stillRuns(identity: string): boolean {
  return processIdentity(Number.parseInt(identity, 10)) === identity
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
