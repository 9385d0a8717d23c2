import fs from 'node:fs'

/**
 * A mark that differs between two processes that were given the same number one after the other,
 * undefined when nobody has the number. Where there is no /proc the number alone has to do.
 */
export function processIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  try {
    const afterName = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const [state] = afterName
    // A zombie has ended; only its number is not free yet.
    return state === 'Z' ? undefined : `${pid} ${afterName[19]}`
  } catch {
    return process.platform === 'linux' ? undefined : String(pid)
  }
}

/** Whether the process that left this mark still runs. */
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
