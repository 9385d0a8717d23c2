import type { Release } from '@dispecerat/domain/fleet/reserved-place'
import type { CallId, CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { InitiatorKind } from './actor.ts'
import type { Tx } from './database.ts'

/**
 * Events that earlier modules emit and later ones handle in the same transaction, so that an order and its search walk commit together or
 * not at all. Earlier modules never import later ones.
 */
export interface DomainEventMap {
  /**
   * The order was placed, retried, reached its time, or changed in what the search uses: (re)start the walk from step 1. `toDriver`
   * was named to have the order, and must accept. `isReplacement`: its driver keeps it until another one accepts.
   */
  'order.search_wanted': {
    orderId: OrderId
    now: Date
    isNewOrder?: boolean
    toDriver?: DriverId
    isReplacement?: boolean
  }
  /** The order is in the pending list of the drivers around: (re)start the walk that keeps it there. */
  'order.queue_wanted': { orderId: OrderId; now: Date }
  /**
   * The order was canceled, queued, deleted or assigned by a dispatcher: the walk ends and its offers are withdrawn. `toDriver` gets or
   * keeps the order and is not told that it is gone. A miss in this walk counts nothing against `notBlamed`. `holding`: drivers whom the
   * same transaction locks later, so that all are locked in ascending order.
   */
  'order.search_over': {
    orderId: OrderId
    now: Date
    because: 'canceled' | 'queued' | 'deleted' | 'assigned'
    toDriver?: DriverId
    notBlamed?: DriverId
    holding?: readonly DriverId[]
  }
  /** A dispatcher chose the locked driver for this order: no other order rings on that phone any longer. */
  'order.driver_chosen': { orderId: OrderId; driverId: DriverId; now: Date }
  /** A draft became an order. Carries who placed it, and whether that dispatcher is still on the telephone with its caller. */
  'order.placed': {
    orderId: OrderId
    by: { kind: InitiatorKind; userId: UserId | null }
    staysOnLine: boolean
    now: Date
  }
  /** The order was taken away from its driver. `hadOffer`: who had accepted it, instead of getting it from a dispatcher at once. */
  'order.driver_released': { orderId: OrderId; driverId: DriverId; now: Date; release: Release; hadOffer?: boolean }
  /**
   * Something that the client of an order may be notified of: a driver is coming, has arrived, or cannot be found; another one is searched
   * because the driver gave the order back.
   */
  'order.client_news': {
    orderId: OrderId
    companyId: CompanyId
    news: 'client_assigned' | 'client_arrived' | 'client_searching' | 'client_canceled'
    now: Date
  }
  /** A finished order got a fare or another one: the driver's commission is computed or corrected. `by`: the user who set it by hand. */
  'order.fare_set': { orderId: OrderId; now: Date; by?: number | null; reason?: string | null }
  /** A driver went on or off duty, paused or resumed: open offers to that driver are evaluated again. */
  'driver.work_changed': { driverId: DriverId; now: Date }
  /** A driver was banned, by hand or by the conditions of a step: a ringing offer is withdrawn in the same transaction. */
  'driver.banned': { driverId: DriverId; now: Date }
  /** A driver ignored too many offers and moves to the end of the stand's queue. */
  'driver.sent_to_back': { driverId: DriverId; now: Date }
  /** Outgoing calls of a company reached 80 or 100 percent of a limit, once a day for each. `text` is for its dispatchers. */
  'outgoing.alarm_raised': { companyId: CompanyId; text: string; now: Date }
  /** The exchange recorded a call; `file` is the recording's name on the exchange. */
  'call.recorded': { callId: CallId; file: string; seconds: number; now: Date }
  /** Zones of the company were drawn, deleted or restored: what lies in a zone is computed again. */
  'zones.drawn_anew': { companyId: CompanyId; now: Date }
  /** An account is about to get this e-mail: a client's row that has it gives it up. The unique index decides last. */
  'account.email_changing': { email: string }
  /** An account gets another phone (E.164) or none: clients write `users.phone` together with the data that follows the number. */
  'account.phone_changing': { userId: UserId; phone: string | null; now: Date }
  /** The account's e-mail was changed or removed. `consoleUrl`: the base of links in mails. */
  'account.email_changed': { userId: UserId; email: string | null; consoleUrl: string; now: Date }
  /** Sessions of the user ended: tokens and links issued in them become invalid. */
  'account.sessions_ended': { userId: UserId; now: Date }
  /** The company of an order used an address of a client. */
  'order.addresses_used': { orderId: OrderId; companyId: CompanyId; now: Date }
}

type Listener<Name extends keyof DomainEventMap> = (tx: Tx, event: DomainEventMap[Name]) => Promise<void>

export class DomainEvents {
  private readonly listeners = new Map<keyof DomainEventMap, Listener<keyof DomainEventMap>[]>()

  on<Name extends keyof DomainEventMap>(name: Name, listener: Listener<Name>): void {
    const known = this.listeners.get(name) ?? []
    this.listeners.set(name, [...known, listener as unknown as Listener<keyof DomainEventMap>])
  }

  /** Runs the listeners one after another in the emitter's transaction; one that throws rolls back the whole command. */
  async emit<Name extends keyof DomainEventMap>(tx: Tx, name: Name, event: DomainEventMap[Name]): Promise<void> {
    for (const listener of this.listeners.get(name) ?? []) await listener(tx, event)
  }
}
