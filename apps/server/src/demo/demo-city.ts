import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { DEMO_PASSWORD, TAXI_DRIVERS } from './demo-accounts.ts'

export interface DemoCity {
  stop(): Promise<void>
  /** For a process that ends at once. */
  stopNow(): void
}

const AGAIN_MS = 3000
const PATIENCE_MS = 5000

/**
 * The demo's drivers come to work: the pretend fleet as a process of its own, which reaches this server only through its
 * public address, like any phone. It is started again when it dies and ends with the server.
 */
export function startDemoCity({ address, log }: { address: string; log: Logger }): DemoCity {
  let isStopping = false
  let again: NodeJS.Timeout | undefined
  let child = start()

  function start(): ChildProcess {
    const fleet = fileURLToPath(import.meta.resolve('@dispecerat/simulation/fleet-cli'))
    const drivers = TAXI_DRIVERS.last - TAXI_DRIVERS.first + 1
    const options = {
      url: reachable(address),
      drivers,
      accounts: 'sofer{n}@demo.ro',
      first: TAXI_DRIVERS.first,
      password: DEMO_PASSWORD,
    }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    // The channel tells the fleet when this process is gone, however it ended.
    const started = spawn(process.execPath, [...process.execArgv, fleet, ...args, '--quiet'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('error', (error) => log.warn({ reason: error.message }, 'the demo city did not start'))
    started.on('exit', (code, signal) => {
      if (isStopping) return
      log.warn({ code, signal }, 'the demo city ended and starts again')
      again = setTimeout(() => {
        child = start()
      }, AGAIN_MS)
    })
    return started
  }

  return {
    stop: async () => {
      isStopping = true
      clearTimeout(again)
      await ended(child)
    },
    stopNow: () => {
      isStopping = true
      clearTimeout(again)
      child.kill('SIGKILL')
    },
  }
}

/** A server that listens everywhere is reached at home. */
function reachable(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const lateOne = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    child.once('exit', () => {
      clearTimeout(lateOne)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
