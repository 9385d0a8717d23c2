import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** In milliseconds: how long one process stands still, and how long all of them run before the next. */
const FROZEN_MS = [100, 300, 600, 1000]
const BETWEEN_MS = 400

/**
 * Stops one of the browsers' processes (a page, network, sound, drawing) for a moment, then another, until `signal` says so: what a busy
 * machine does now and then, many times a minute. Only browsers that were started below this process. Needs Linux's /proc.
 */
export async function freezeBrowsers(signal) {
  while (!signal.aborted) {
    const pids = browserProcesses()
    const pid = pids[Math.floor(Math.random() * pids.length)]
    if (pid !== undefined && tell(pid, 'SIGSTOP')) {
      await sleep(FROZEN_MS[Math.floor(Math.random() * FROZEN_MS.length)])
      tell(pid, 'SIGCONT')
    }
    await sleep(Math.random() * 2 * BETWEEN_MS)
  }
}

/** The process that a test gives its commands to is none of them, nor the zygotes that the others are forked from. */
function browserProcesses() {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((pid) => [pid, read(pid, 'stat').match(/\) \S (\d+) /)?.[1]]))
  const isBelow = (pid) => pid !== undefined && (pid === String(process.pid) || isBelow(parents.get(pid)))
  return all.filter((pid) => /^\S*chrom.*[ \0]--type=(?!zygote)/.test(read(pid, 'cmdline')) && isBelow(pid)).map(Number)
}

function read(pid, file) {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has ended.
    return ''
  }
}

function tell(pid, signal) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
