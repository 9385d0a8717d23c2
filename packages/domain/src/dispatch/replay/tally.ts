import type { DriverId } from '../../kernel/ids.ts'
import type { PastOrder } from './world.ts'

/**
 * Figures of a day. Times run from the start of the search to the acceptance; distances are straight lines; null = no order had a value.
 */
export interface ReplayFigures {
  orders: number
  served: number
  unserved: number
  /** The client gave up before any driver accepted. */
  calledOff: number
  medianSeconds: number | null
  p90Seconds: number | null
  medianPickupMetres: number | null
}

export interface ReplayedBan {
  driverId: DriverId
  at: number
  until: number
}

/** Outcome of one variant of the rules on the replayed day. */
export interface ReplayOutcome extends ReplayFigures {
  offers: number
  /** Bans under the rules, in time order. */
  bans: readonly ReplayedBan[]
  /** Drivers whom ignored offers would have banned if unseen offers had counted. */
  spared: readonly DriverId[]
  ordersOf: readonly { driverId: DriverId; orders: number }[]
}

/** Accumulates figures during a replay. */
export class Tally {
  readonly #seconds: number[] = []
  readonly #metres: number[] = []
  readonly #ordersOf = new Map<DriverId, number>()
  readonly #bans: ReplayedBan[] = []
  readonly #orders: number
  #unserved = 0
  #calledOff = 0
  #offers = 0

  constructor(orders: number) {
    this.#orders = orders
  }

  offered(): void {
    this.#offers += 1
  }

  served(driverId: DriverId, ms: number, metres: number): void {
    this.#seconds.push(ms / 1000)
    this.#metres.push(metres)
    this.#ordersOf.set(driverId, (this.#ordersOf.get(driverId) ?? 0) + 1)
  }

  unserved(): void {
    this.#unserved += 1
  }

  calledOff(): void {
    this.#calledOff += 1
  }

  banned(ban: ReplayedBan): void {
    this.#bans.push(ban)
  }

  outcome(spared: readonly DriverId[]): ReplayOutcome {
    return {
      ...figures(this.#orders, this.#seconds, this.#metres),
      unserved: this.#unserved,
      calledOff: this.#calledOff,
      offers: this.#offers,
      bans: this.#bans,
      spared,
      ordersOf: [...this.#ordersOf]
        .map(([driverId, orders]) => ({ driverId, orders }))
        .sort((a, b) => b.orders - a.orders || a.driverId - b.driverId),
    }
  }
}

/** Real figures of the orders, compared with what the model makes of the saved rules. */
export function pastFigures(orders: readonly PastOrder[]): ReplayFigures {
  const taken = orders.filter(({ past }) => past.assignedAt !== null)
  const seconds = taken.map(({ searchAt, past }) => Math.max(0, (past.assignedAt ?? searchAt) - searchAt) / 1000)
  const metres = taken.flatMap(({ past }) => (past.pickupMetres === null ? [] : [past.pickupMetres]))
  const unserved = orders.filter(({ past }) => past.wasUnserved).length
  return {
    ...figures(orders.length, seconds, metres),
    unserved,
    calledOff: orders.length - taken.length - unserved,
  }
}

function figures(orders: number, seconds: readonly number[], metres: readonly number[]) {
  return {
    orders,
    served: seconds.length,
    medianSeconds: quantile(seconds, 0.5),
    p90Seconds: quantile(seconds, 0.9),
    medianPickupMetres: quantile(metres, 0.5),
  }
}

/** Nearest-rank quantile: always a value that occurred. */
function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
