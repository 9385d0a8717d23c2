/** More than so many times the estimate is far above it: a detour, the night or a wait do not make a trip three times dearer. */
export const MAX_TIMES_ESTIMATE = 3
/** A cheap trip may cost several times its estimate: nothing less than this above it is doubted. */
export const MAX_BANI_ABOVE_ESTIMATE = 100_00
/** What any trip may cost: no driver who pressed start only at the end of a trip in the city is doubted. */
export const BANI_OF_ANY_TRIP = 100_00
/** 200 km/h at the dearest tariffs by distance (6 RON a kilometre), and what is waited for costs less. */
export const MAX_BANI_PER_MINUTE = 20_00

export const FARE_DOUBTS = [
  'above_estimate',
  'above_time',
  'mock_position', // the meter of the driver's phone measured positions that another app made up
] as const
export type FareDoubt = (typeof FARE_DOUBTS)[number]

/** A fare at the end of a trip, and what it is compared with. */
export interface SentFare {
  costBani: number
  /** What the client was told; null without a tariff or a destination. */
  estimatedBani: number | null
  /** Of the trip; null when nobody started one. */
  startedAt: Date | null
  finishedAt: Date
  /** The operating system of the driver's phone said that another app makes its positions up. */
  isPositionMock: boolean
}

/** Why a fare that the phone of a driver sent is not believed; null: it is. */
export function doubtOfFare(fare: SentFare): FareDoubt | null {
  const { costBani, estimatedBani, isPositionMock } = fare
  if (estimatedBani !== null && isFarAbove(costBani, estimatedBani)) return 'above_estimate'
  if (costBani > maxFareOfTime(tripMs(fare))) return 'above_time'
  // Up to the estimate no position was needed to know the fare.
  return isPositionMock && costBani > (estimatedBani ?? 0) ? 'mock_position' : null
}

/** The figures a reason is told with. */
export interface FareDoubtFigures {
  reason: FareDoubt
  /** How many times the estimate, rounded down; null without one. */
  times: number | null
  /** How long the trip took. */
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

function maxFareOfTime(ms: number): number {
  return BANI_OF_ANY_TRIP + (MAX_BANI_PER_MINUTE * ms) / 60_000
}

function tripMs({ startedAt, finishedAt }: { startedAt: Date | null; finishedAt: Date }): number {
  return startedAt === null ? 0 : Math.max(0, finishedAt.getTime() - startedAt.getTime())
}
