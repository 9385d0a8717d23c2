import type { Temper } from './driver-mind.ts'
import type { Account } from './driver-phone.ts'
import { type DriverDeed, PretendDriver } from './pretend-driver.ts'
import { seededRandom } from './seeded-random.ts'

export interface FleetOptions {
  /** http://localhost:3000 */
  url: string
  accounts: readonly Account[]
  temper: Temper
  seed: number
  /** How many log in at the same time; a password costs the server 30 ms of a core. */
  loginsAtOnce?: number
}

export interface Fleet {
  /** How often each thing happened so far. */
  stats(): Record<DriverDeed, number>
  /** Drivers with an open socket now. */
  connected(): number
  /** Resolves when every driver has tried to come on duty once. */
  everybodyIsUp: Promise<void>
  stop(): void
}

const NOTHING_YET: Record<DriverDeed, number> = {
  connected: 0,
  lost: 0,
  dismissed: 0,
  offered: 0,
  accepted: 0,
  lost_race: 0,
  refused: 0,
  ignored: 0,
  arrived: 0,
  started: 0,
  finished: 0,
  order_canceled: 0,
  error: 0,
}

/** Brings the drivers on duty a few at a time and lets them work until told to stop. */
export function startFleet({ url, accounts, temper, seed, loginsAtOnce = 3 }: FleetOptions): Fleet {
  const counts = { ...NOTHING_YET }
  const onDuty = new Set<string>()
  const random = seededRandom(seed)
  let isStopped = false
  const drivers = accounts.map((account) => {
    const did = (deed: DriverDeed) => {
      counts[deed] += 1
      if (deed === 'connected') onDuty.add(account.email)
      if (deed === 'lost') onDuty.delete(account.email)
    }
    return new PretendDriver(url, account, temper, random.fork(account.email), did)
  })
  const waiting = [...drivers]
  const bringUp = async () => {
    for (let driver = waiting.shift(); driver && !isStopped; driver = waiting.shift()) await driver.start()
  }
  return {
    stats: () => ({ ...counts }),
    connected: () => onDuty.size,
    everybodyIsUp: Promise.all(Array.from({ length: loginsAtOnce }, bringUp)).then(() => undefined),
    stop: () => {
      isStopped = true
      for (const driver of drivers) driver.stop()
    },
  }
}
