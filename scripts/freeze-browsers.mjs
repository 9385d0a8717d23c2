import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** In milliseconds: how long one process is stopped, and how long all of them run before the next stop. */
const FROZEN_MS = [100, 300, 600, 1000]
const BETWEEN_MS = 400

/**
 * Stops one of the browsers' processes (a page, network, sound, drawing) for a moment, then another, until `signal` aborts. A busy
 * machine has such pauses many times a minute. Affects only browsers that were started below this process. Needs Linux's /proc.
 */
export async function freezeBrowsers(signal) {
  while (!signal.aborted) {
    const pids = browserProcesses()
    const pid = pids[Math.floor(Math.random() * pids.length)]
    if (pid !== undefined && signalProcess(pid, 'SIGSTOP')) {
      await sleep(FROZEN_MS[Math.floor(Math.random() * FROZEN_MS.length)])
      signalProcess(pid, 'SIGCONT')
    }
    await sleep(Math.random() * 2 * BETWEEN_MS)
  }
}

/** Excludes the main process, to which tests send their commands, and the zygotes from which the others are forked. */
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
    // The process has ended.
    return ''
  }
}

function signalProcess(pid, signal) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
