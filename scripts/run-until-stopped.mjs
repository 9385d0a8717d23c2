import { spawn } from 'node:child_process'
import { ROOT } from './setup.mjs'

const SAME_SIGNAL_MS = 500

/** Runs the programs until one ends or a signal comes; forwards signals and exits with the first one's exit code. */
export function runUntilStopped(programs) {
  const children = programs.map(({ command, args, env }) =>
    // A process group of its own: Ctrl-C would otherwise reach the program twice, and the second signal means "stop at once".
    spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
      env: { ...process.env, ...env },
    }),
  )
  let code
  let left = children.length
  let signalledAt
  for (const child of children) {
    child.on('error', (error) => console.error(error.message))
    child.on('close', (exitCode, signal) => {
      code ??= exitCode ?? (signal ? 1 : 0)
      left -= 1
      if (left === 0) process.exit(code)
      // Programs that were already signalled are stopping; a second signal would make them stop at once.
      if (signalledAt === undefined) for (const other of children) other.kill('SIGTERM')
    })
  }
  // npm forwards the Ctrl-C that the terminal has already sent us; a second Ctrl-C of the user comes later.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signalledAt !== undefined && performance.now() - signalledAt < SAME_SIGNAL_MS) return
      signalledAt = performance.now()
      for (const child of children) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
}
