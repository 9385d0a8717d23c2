import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CarId, CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { changedEvents, orderAudience } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { saveAssignment } from '../orders.store.ts'

export interface Assignment {
  /** Must be locked already. */
  order: OrderRecord
  driverId: DriverId
  carId: CarId | null
  indicativ: string | null
  /** The driver's company. */
  companyId: CompanyId
  /** Minutes the driver promised; behind a running trip they include the rest of it. */
  waitingMinutes: number | null
  /** The driver finishes another trip first. */
  isNext: boolean
  now: Date
}

/**
 * Assigns a searched order to the driver who accepted; false when it is no longer available. Throws `driver.busy` when the driver got
 * another order in the same instant. Does not change the driver's own row or the offers.
 */
export async function assignOrder(tx: Tx, actor: Actor, assignment: Assignment): Promise<boolean> {
  const { order, driverId, carId, indicativ, companyId, waitingMinutes, isNext, now } = assignment
  const assigned = await saveAssignment(
    tx,
    order,
    {
      state: 'assigned',
      tripState: 'waiting_driver',
      driverId,
      carId,
      carIndicativ: indicativ,
      processedByCompanyId: companyId,
      waitingDriverTime: waitingMinutes,
      assignedAt: now,
      isNextOrder: isNext,
      replacementSince: null,
      inPendingQueue: false,
      pendingSince: null,
    },
    now,
  ).catch(driverHasAnother)
  if (!assigned) return false
  await addHistory(tx, [
    {
      orderId: order.id,
      at: now,
      type: 'driver_accepted',
      by: actor,
      data: { driver_id: driverId, waiting_driver_time: waitingMinutes },
    },
    {
      orderId: order.id,
      at: now,
      type: 'assigned',
      by: actor,
      data: { driver_id: driverId, indicativ, ...(isNext ? { is_next: true } : {}) },
    },
  ])
  const found: LogEvent = {
    event: 'order_driver_found',
    toCompanies: orderAudience(assigned),
    data: { order_id: order.id, driver_id: driverId },
  }
  await record(tx, [found, ...changedEvents(assigned)], now)
  return true
}

/** The unique index on the orders of a driver decides last. */
export function driverHasAnother(error: unknown): never {
  const isIndex = (error as { constraint?: string } | null)?.constraint === 'orders_one_current_and_one_next'
  throw isIndex ? new DomainError('driver.busy') : error
}
