import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import type { DomainEvents } from '../db/domain-events.ts'
import type { LostCommits } from '../db/lost-commits.ts'
import type { Seal } from '../db/seal.ts'
import type { Clock } from './clock.ts'

/** Dependencies of every command: the database, the clock, the log, and the event subscribers of later modules. */
export interface Server {
  db: Db
  clock: Clock
  log: Logger
  domainEvents: DomainEvents
  /** Encrypts secrets before they are stored. */
  seal: Seal
  /** The domain of the telephones' SIP addresses, for which their digests are computed. */
  sipDomain: string
  lostCommits: LostCommits
  /** Called after every commit that wrote: wakes the event tail and the timers, so that nothing waits for the next poll. */
  committed(): void
}
