import { doubtOfFare, type FareDoubt } from '@dispecerat/domain/orders/fare-doubt'
import { TAXI_COMPANY } from '../demo-accounts.ts'
import type { PastOrder, PastTrip } from './demo-month.ts'

/**
 * Multiplies the fare of the newest cash trip by 100, as a driver who typed 2450 instead of 24,50 would: the demo then has one fare that
 * waits for confirmation.
 */
export function mistypeOneFare(orders: readonly PastOrder[]): void {
  const mistyped = orders.findLast(
    ({ companyId, trip, paymentType }) => companyId === TAXI_COMPANY && trip !== null && paymentType === 'cash',
  )
  if (mistyped?.trip) mistyped.trip.costBani *= 100
}

/** Past orders have no estimate, and no positions are asked, so the doubt follows from the time of the trip alone. */
export function doubtOfTrip({ costBani, startedAt, finishedAt }: PastTrip): FareDoubt | null {
  const facts = { estimatedBani: null, isPositionMock: false, metresFromPickup: null }
  return doubtOfFare({ costBani, startedAt, finishedAt, ...facts })
}
