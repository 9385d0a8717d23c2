/** A fare above this multiple of the estimate is doubted: a detour, the night tariff or waiting do not make a trip three times dearer. */
export const MAX_TIMES_ESTIMATE = 3
/** Only fares at least this far above the estimate are doubted, because a cheap trip may cost several times its estimate. */
export const MAX_BANI_ABOVE_ESTIMATE = 100_00
/** Fares up to this amount are never doubted by duration, because some drivers press start only at the end of a trip in the city. */
export const BANI_OF_ANY_TRIP = 100_00
/** A trip that ended within this time, while the car was still this near to the pickup, is doubted whatever it cost. */
export const NO_TRIP_MS = 60_000
export const NO_TRIP_METRES = 300
/** Corresponds to 200 km/h at the dearest tariff by distance (6 RON a kilometre); waiting costs less. */
export const MAX_BANI_PER_MINUTE = 20_00

export const FARE_DOUBTS = [
  'above_estimate',
  'above_time',
  'no_trip', // the trip ended at once, and the car still stood at the pickup
  'mock_position', // the taximeter of the driver's phone measured mock positions
] as const
export type FareDoubt = (typeof FARE_DOUBTS)[number]

/** Fare sent at the end of a trip, with what it is compared with. */
export interface SentFare {
  costBani: number
  /** Estimate shown to the client; null without a tariff or a destination. */
  estimatedBani: number | null
  /** Start of the trip; null when it was never started. */
  startedAt: Date | null
  finishedAt: Date
  /** The operating system of the driver's phone reported mock positions from another app. */
  isPositionMock: boolean
  /** Metres between the car and the pickup at the end of the trip; null when the position is not known or not believed. */
  metresFromPickup: number | null
}

/** Reason why a fare sent by a driver's phone is doubted; null: it is accepted. */
export function doubtOfFare(fare: SentFare): FareDoubt | null {
  const { costBani, estimatedBani, isPositionMock } = fare
  // First, because a lower fare ends the other doubts, but not this one.
  if (isPaidNoTrip(fare)) return 'no_trip'
  if (estimatedBani !== null && isFarAbove(costBani, estimatedBani)) return 'above_estimate'
  if (costBani > maxFareOfTime(tripMs(fare))) return 'above_time'
  // Up to the estimate the fare does not depend on positions.
  return isPositionMock && costBani > (estimatedBani ?? 0) ? 'mock_position' : null
}

/** Figures shown with the reason of a doubt. */
export interface FareDoubtFigures {
  reason: FareDoubt
  /** Multiple of the estimate, rounded down; null without an estimate. */
  times: number | null
  /** Duration of the trip. */
  trip_seconds: number | null
}

/** A doubt with its figures, from the columns of its order. */
export function fareDoubtFigures(
  reason: FareDoubt | null,
  { costBani, estimatedBani, startedAt, finishedAt }: DoubtedTrip,
): FareDoubtFigures | null {
  if (reason === null) return null
  const isComparable = costBani !== null && estimatedBani !== null && estimatedBani > 0
  return {
    reason,
    times: isComparable ? Math.floor(costBani / estimatedBani) : null,
    trip_seconds: startedAt && finishedAt ? Math.round(tripMs({ startedAt, finishedAt }) / 1000) : null,
  }
}

type DoubtedTrip = Pick<SentFare, 'estimatedBani' | 'startedAt'> & { costBani: number | null; finishedAt: Date | null }

function isFarAbove(costBani: number, estimatedBani: number): boolean {
  return costBani > MAX_TIMES_ESTIMATE * estimatedBani && costBani > estimatedBani + MAX_BANI_ABOVE_ESTIMATE
}

/** Reason why a fare that the server computed from the tariff is doubted: only the trip itself is in question. */
export function doubtOfTariffFare(fare: SentFare): FareDoubt | null {
  return isPaidNoTrip(fare) ? 'no_trip' : null
}

/** A driver who presses start at the destination is far from the pickup. */
function isPaidNoTrip({ costBani, metresFromPickup: metres, ...fare }: SentFare): boolean {
  return costBani > 0 && metres !== null && metres <= NO_TRIP_METRES && tripMs(fare) < NO_TRIP_MS
}

function maxFareOfTime(ms: number): number {
  return BANI_OF_ANY_TRIP + (MAX_BANI_PER_MINUTE * ms) / 60_000
}

function tripMs({ startedAt, finishedAt }: { startedAt: Date | null; finishedAt: Date }): number {
  return startedAt === null ? 0 : Math.max(0, finishedAt.getTime() - startedAt.getTime())
}
