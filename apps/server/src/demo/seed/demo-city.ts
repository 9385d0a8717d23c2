import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { writePlaces } from '@dispecerat/simulation/waiting-places'
import type { Logger } from 'pino'
import type { Db } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { COURIERS, DEMO_PASSWORD, RIDERS, TAXI_DRIVERS } from './demo-accounts.ts'
import { DEMO_STANDS } from './demo-zones.ts'
import { placeComingOrders } from './past/demo-coming.ts'

export interface DemoCity {
  stop(): Promise<void>
  /** Kills the child at once, for a process that is about to exit. */
  stopNow(): void
}

const RESTART_DELAY_MS = 3000
const TIMEOUT_MS = 5000

/**
 * Runs the simulated fleet in a child process that reaches this server only through its public address, like a phone. Restarts the child
 * when it exits, until `stop`. The first start also places the scheduled orders.
 */
export function startDemoCity(parts: { address: string; db: Db; clock: Clock; log: Logger }): DemoCity {
  const { log } = parts
  const address = reachable(parts.address)
  let isStopping = false
  let again: NodeJS.Timeout | undefined
  let child = start()
  void placeComingOrders({ ...parts, address })

  function start(): ChildProcess {
    const fleet = fileURLToPath(import.meta.resolve('@dispecerat/simulation/fleet-cli'))
    const options = {
      url: address,
      accounts: [range('sofer', TAXI_DRIVERS), range('curier', COURIERS), range('curier', RIDERS)].join(','),
      password: DEMO_PASSWORD,
      stands: writePlaces(DEMO_STANDS),
    }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    // When this process ends, however it ends, the IPC channel closes and the fleet exits with it.
    const started = spawn(process.execPath, ['--import', 'tsx', fleet, ...args, '--quiet'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('error', (error) => log.warn({ reason: error.message }, 'the demo city did not start'))
    started.on('exit', (code, signal) => {
      if (isStopping) return
      log.warn({ code, signal }, 'the demo city ended and starts again')
      again = setTimeout(() => {
        child = start()
      }, RESTART_DELAY_MS)
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

function range(name: string, { first, last }: { first: number; last: number }): string {
  return `${name}{${first}-${last}}@demo.ro`
}

/** A server that listens on every interface is reached through loopback: 0.0.0.0 and :: are no addresses to connect to. */
function reachable(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const lateOne = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
    child.once('exit', () => {
      clearTimeout(lateOne)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
