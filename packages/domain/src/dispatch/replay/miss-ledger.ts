// Apart from run-replay.ts, which would pass 300 lines.

import type { DriverId } from '../../kernel/ids.ts'
import { judgeMisses } from '../search/judge-misses.ts'
import type { BanConditions } from '../search-rules.ts'

/** Missed offers by driver, until an acceptance, a ban or a reset clears them. */
export class MissLedger {
  readonly #misses = new Map<DriverId, Date[]>()

  /** Records one more miss and returns its consequence. */
  missed(driverId: DriverId, conditions: BanConditions, now: Date): 'ban' | 'reset' | null {
    const misses = [...(this.#misses.get(driverId) ?? []), now]
    const verdict = judgeMisses(conditions, misses, now)
    this.#misses.set(driverId, verdict === null ? misses : [])
    return verdict
  }

  clear(driverId: DriverId): void {
    this.#misses.delete(driverId)
  }
}
