import {
  FLOODED_WITH,
  type FloodedWith,
  SIP_REFUSALS,
  type SipRefusal,
} from '../../../platform/telemetry/sip-refusals.ts'

export interface RefusalCounter {
  sipRefused(why: SipRefusal, method?: FloodedWith, count?: number): void
}

/**
 * Adds the proxy's refusals to the counters of this process: only the increase since the last reading, and a lower
 * number belongs to a restarted proxy. Refusals from before the start of this process are not counted.
 */
export class ProxyRefusals {
  readonly #metrics: RefusalCounter
  #before: ReadonlyMap<string, number> | null = null

  constructor(metrics: RefusalCounter) {
    this.#metrics = metrics
  }

  follow(table: ReadonlyMap<string, string>): void {
    const now = new Map([...table].map(([kind, count]) => [kind, Number(count) || 0]))
    const before = this.#before
    this.#before = now
    if (before === null) {
      this.#beginAtZero()
      return
    }
    for (const [kind, count] of now) {
      const known = before.get(kind) ?? 0
      const fresh = count >= known ? count - known : count
      const [why, method] = kind.split('|')
      const refusal = SIP_REFUSALS.find((one) => one === why)
      if (refusal && fresh > 0) {
        this.#metrics.sipRefused(
          refusal,
          FLOODED_WITH.find((one) => one === method),
          fresh,
        )
      }
    }
  }

  /** A rate over a counter that is not exported yet would miss its first refusal. */
  #beginAtZero(): void {
    for (const why of SIP_REFUSALS) if (why !== 'flood') this.#metrics.sipRefused(why, undefined, 0)
    for (const method of FLOODED_WITH) this.#metrics.sipRefused('flood', method, 0)
  }
}
