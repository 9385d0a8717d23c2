import fs from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const MICROS_PER_TICK = 10_000

/** CPU microseconds a process has spent so far, without its children; NaN where there is no /proc. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK : Number.NaN
}

/** Like `cpuOf`, for a process and all its children, including those that ended: PostgreSQL runs one process per connection. */
export function cpuOfFamily(pid: number): number {
  const own = statOf(pid)
  if (!own) return Number.NaN
  const ended = (Number(own[13]) + Number(own[14])) * MICROS_PER_TICK
  let spent = cpuOf(pid) + ended
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const fields = statOf(Number(entry))
    if (fields && Number(fields[1]) === pid) spent += (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK
  }
  return spent
}

/** The fields of /proc/PID/stat after the name: state, parent, … */
function statOf(pid: number): string[] | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
