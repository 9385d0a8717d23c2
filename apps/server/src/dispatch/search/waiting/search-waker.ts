import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { Fleet } from '../../../fleet/fleet.public.ts'
import type { Db } from '../../../platform/db/database.ts'
import { kindOfError } from '../../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../../platform/lifecycle/server.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { noteRinging, readUnserved } from '../search-scene.ts'
import { ringingDrivers } from '../walks.store.ts'
import { driversFreed, wakeOrders } from './unserved-walks.store.ts'

/** However many drivers come free within this delay, the unserved orders are read once. */
const DELAY_MS = 20
/** Offers that ended within this time before their event was received. */
const FREED_WITHIN_MS = 10_000

interface Parts {
  server: Pick<Server, 'clock' | 'log'>
  db: Db
  fleet: Fleet
  /** Called when a search may be due now. */
  wake(): void
}

/**
 * A driver who was released, came on duty, resumed, was unbanned or drove into another zone makes the oldest unserved order due whose rules
 * fit. What is missed here, because a process died or a node has old data, is found by the walk's next tick.
 */
export class SearchWaker {
  readonly #parts: Parts
  readonly #drivers = new Set<DriverId>()
  readonly #orders = new Set<OrderId>()
  #timer: NodeJS.Timeout | null = null
  #working: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(parts: Parts, realtime: Realtime) {
    this.#parts = parts
    parts.fleet.onAvailable((driverIds) => {
      for (const driverId of driverIds) this.#drivers.add(driverId)
      this.#soon()
    })
    realtime.onEvents((events) => {
      for (const { event, data } of events) if (event === 'ws_order_drivers') this.#orders.add(data.order_id)
      if (this.#orders.size > 0) this.#soon()
    })
  }

  /** Resolves when everything received so far has been handled. */
  async settled(): Promise<void> {
    if (this.#timer) this.#now()
    await this.#working
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.#working
  }

  #soon(): void {
    if (!this.#isStopped) this.#timer ??= setTimeout(() => this.#now(), DELAY_MS)
  }

  #now(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#working = this.#working.then(() => this.#wakeThose())
  }

  async #wakeThose(): Promise<void> {
    const drivers = [...this.#drivers]
    const orders = [...this.#orders]
    this.#drivers.clear()
    this.#orders.clear()
    if (drivers.length + orders.length === 0) return
    const { server, db, fleet, wake } = this.#parts
    try {
      const now = server.clock.now()
      const unserved = await readUnserved(db, fleet, now)
      if (unserved === null) return
      const freed = await driversFreed(db, orders, new Date(now.getTime() - FREED_WITHIN_MS))
      const ringing = await ringingDrivers(db)
      const orderIds = unserved.ordersFor([...new Set([...drivers, ...freed])], (driverId, companyId) => {
        const facts = fleet.factsOfDriver(driverId, companyId)
        if (facts) noteRinging(facts, ringing.get(driverId))
        return facts
      })
      if (orderIds.length === 0) return
      await db.transaction().execute((tx) => wakeOrders(tx, orderIds, now))
      wake()
    } catch (error) {
      server.log.warn({ reason: kindOfError(error) }, 'unserved orders could not be made due')
    }
  }
}
