import { doubtOfFare, type FareDoubt } from '@dispecerat/domain/fare-doubt'
import { TAXI_COMPANY } from './demo-accounts.ts'
import type { PastOrder, PastTrip } from './demo-month.ts'

/** The driver of the newest trip paid in cash typed 2450 instead of 24,50: its fare waits for somebody to confirm or correct it. */
export function mistypeOneFare(orders: readonly PastOrder[]): void {
  const mistyped = orders.findLast(
    ({ companyId, trip, paymentType }) => companyId === TAXI_COMPANY && trip !== null && paymentType === 'cash',
  )
  if (mistyped?.trip) mistyped.trip.costBani *= 100
}

/** The demo's past has no estimates. */
export function doubtOfTrip({ costBani, startedAt, finishedAt }: PastTrip): FareDoubt | null {
  return doubtOfFare({ costBani, estimatedBani: null, startedAt, finishedAt, isPositionMock: false })
}
