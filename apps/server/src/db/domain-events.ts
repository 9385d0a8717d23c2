import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/ids'
import type { InitiatorKind } from './actor.ts'
import type { Tx } from './database.ts'

/**
 * What earlier modules tell later ones inside the same transaction: an order that wants a search and its walk commit
 * together or not at all. Later modules hear; they are never imported by earlier ones.
 */
export interface DomainEventMap {
  /** Placed, retried, begun at its hour, or changed in what the search looks at: (re)start the walk from step 1. */
  'order.search_wanted': { orderId: OrderId; now: Date; isNewOrder?: boolean }
  /** The order stands in the pending list of the drivers around: (re)start the walk that keeps it there. */
  'order.queue_wanted': { orderId: OrderId; now: Date }
  /** Canceled, queued, deleted, or given to a driver by hand: the walk ends and its offers are withdrawn. */
  'order.search_over': { orderId: OrderId; now: Date; because: 'canceled' | 'queued' | 'deleted' | 'assigned' }
  /** A draft became an order; whoever placed it, and whether he goes on talking to its caller. */
  'order.placed': {
    orderId: OrderId
    by: { kind: InitiatorKind; userId: number | null }
    staysOnLine: boolean
    now: Date
  }
  /** The driver who had the order no longer has it. */
  'order.driver_released': { orderId: OrderId; driverId: DriverId; now: Date; returned: boolean }
  /** The client of an order may want to know: who comes, that he is there, that nobody comes. */
  'order.client_news': {
    orderId: OrderId
    companyId: CompanyId
    news: 'client_assigned' | 'client_arrived' | 'client_canceled'
    now: Date
  }
  /** A finished order has a fare, or another one than before: what its driver owes or gets is reckoned, or reckoned anew. `by`: who wrote it by hand. */
  'order.fare_set': { orderId: OrderId; now: Date; by?: number | null; reason?: string | null }
  /** A driver went on or off duty, paused or came back: offers that ring there are looked at again. */
  'driver.work_changed': { driverId: DriverId; now: Date }
  /** A driver who ignored too many offers waits behind everybody else again: at the end of his stand's queue. */
  'driver.sent_to_back': { driverId: DriverId; now: Date }
  /** The exchange recorded a call; `file` is its name there. */
  'call.recorded': { callId: number; file: string; seconds: number; now: Date }
  /** Zones of the company were drawn, removed or brought back: what lies in one is found again. */
  'zones.drawn_anew': { companyId: CompanyId; now: Date }
  /** The account has another e-mail now, or none. `consoleUrl`: where links that are mailed lead. */
  'account.email_changed': { userId: number; email: string | null; consoleUrl: string; now: Date }
  /** Sessions of the user ended: what was handed out in them opens nothing any more. */
  'account.sessions_ended': { userId: number; now: Date }
  /** The company behind an order used an address of a client. */
  'order.addresses_used': { orderId: OrderId; companyId: CompanyId; now: Date }
}

type Listener<Name extends keyof DomainEventMap> = (tx: Tx, event: DomainEventMap[Name]) => Promise<void>

export class DomainEvents {
  private readonly listeners = new Map<keyof DomainEventMap, Listener<keyof DomainEventMap>[]>()

  on<Name extends keyof DomainEventMap>(name: Name, listener: Listener<Name>): void {
    const known = this.listeners.get(name) ?? []
    this.listeners.set(name, [...known, listener as unknown as Listener<keyof DomainEventMap>])
  }

  /** Runs the listeners one after another in the teller's transaction; one that throws undoes the whole verb. */
  async emit<Name extends keyof DomainEventMap>(tx: Tx, name: Name, event: DomainEventMap[Name]): Promise<void> {
    for (const listener of this.listeners.get(name) ?? []) await listener(tx, event)
  }
}
