import { phoneLost } from '@dispecerat/domain/dispatch/search/answer-offer'
import type { WalkEffect } from '@dispecerat/domain/dispatch/search/walk'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { lockOrder } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { loadWalk } from '../search/walks.store.ts'
import { ringingOrders } from './lost-phones.store.ts'
import { saveAnswer } from './walk-with-offer.ts'

/** Many phones may be lost at once, with a cell of the mobile network: one transaction takes all of an order. */
const COLLECT_MS = 50
const PROBE_EVERY_MS = 500
/**
 * A phone that answers none of so many pings has lost its connection, though its socket ends only at the heartbeat. Pings are counted, not
 * time: a server that stood still for a while reads the answers before it sends the next ping.
 */
const MAX_MISSED_PINGS = 4
/** A loss counts in the first 5 s of an offer; then it has to be found. */
const WATCH_MS = 5_000 + (MAX_MISSED_PINGS + 2) * PROBE_EVERY_MS

/** A phone that shows an offer. */
interface Watch {
  /** On the process's own clock, as is `pingedAt`. */
  until: number
  pingedAt: number
  missed: number
}

/** Since when a phone had no connection, and until when; null while it has none. */
interface Loss {
  from: Date
  until: Date | null
}

/** Records on ringing offers that the phone lost its connection: "online" would find it a minute later, after the driver was judged. */
export class LostPhones {
  readonly #server: Server
  readonly #probe: (driverId: DriverId) => number | null
  #lost = new Map<DriverId, Loss[]>()
  #timer: NodeJS.Timeout | null = null
  #emptying: Promise<void> = Promise.resolve()
  readonly #watched = new Map<DriverId, Watch>()
  #probing: NodeJS.Timeout | null = null
  #isStopped = false

  /** `probe` pings the phone and returns the milliseconds since it was heard from; null when it is not connected to this node. */
  constructor(server: Server, probe: (driverId: DriverId) => number | null) {
    this.#server = server
    this.#probe = probe
  }

  /** The phone has had no connection since `from`; it is connected again at `until`, which also ends a loss put before. */
  put(driverId: DriverId, from: Date, until: Date | null = null): void {
    if (this.#isStopped) return
    this.#watched.delete(driverId)
    const known = this.#lost.get(driverId) ?? []
    const ended = known.map((loss) => ({ from: loss.from, until: loss.until ?? until }))
    this.#lost.set(driverId, [...ended, { from, until }])
    this.#timer ??= setTimeout(() => void this.empty(), COLLECT_MS)
  }

  /** The phone shows an offer from now on. */
  watch(driverId: DriverId): void {
    if (this.#isStopped) return
    this.#watched.set(driverId, { until: performance.now() + WATCH_MS, pingedAt: Number.NEGATIVE_INFINITY, missed: 0 })
    this.#probing ??= setInterval(() => this.#probeAll(), PROBE_EVERY_MS)
  }

  empty(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const lost = this.#lost
    this.#lost = new Map()
    this.#emptying = this.#emptying.then(() => this.#note(lost))
    return this.#emptying
  }

  start(): void {
    this.#isStopped = false
  }

  /** The sockets of a server that stops end too, which no driver caused. */
  stop(): Promise<void> {
    this.#isStopped = true
    this.#watched.clear()
    this.#stopProbing()
    return this.empty()
  }

  #probeAll(): void {
    for (const [driverId, watch] of this.#watched) {
      const now = performance.now()
      const silentMs = this.#probe(driverId)
      if (silentMs === null || now > watch.until) {
        this.#watched.delete(driverId)
        continue
      }
      watch.missed = silentMs > now - watch.pingedAt ? watch.missed + 1 : 0
      watch.pingedAt = now
      if (watch.missed >= MAX_MISSED_PINGS) this.put(driverId, new Date(this.#server.clock.now().getTime() - silentMs))
    }
    if (this.#watched.size === 0) this.#stopProbing()
  }

  #stopProbing(): void {
    if (this.#probing) clearInterval(this.#probing)
    this.#probing = null
  }

  async #note(lost: ReadonlyMap<DriverId, Loss[]>): Promise<void> {
    if (lost.size === 0) return
    try {
      for (const { orderId, driverIds } of await ringingOrders(this.#server.db, [...lost.keys()]))
        await recordLost(this.#server, orderId, driverIds, lost)
    } catch (error) {
      this.#server.log.warn({ reason: kindOfError(error) }, 'lost connections of phones were not recorded')
    }
  }
}

async function recordLost(
  server: Server,
  orderId: OrderId,
  driverIds: readonly DriverId[],
  lost: ReadonlyMap<DriverId, Loss[]>,
): Promise<void> {
  await write(server, SYSTEM, async (tx) => {
    await lockOrder(tx, orderId)
    const stored = await loadWalk(tx, orderId)
    if (!stored) return
    let { walk } = stored
    const effects: WalkEffect[] = []
    for (const driverId of driverIds) {
      for (const { from, until } of lost.get(driverId) ?? []) {
        const decision = phoneLost(walk, driverId, from, until)
        walk = decision.walk
        effects.push(...decision.effects)
      }
    }
    if (effects.length > 0) await saveAnswer(tx, stored, { walk, effects }, server.clock.now())
  })
}
