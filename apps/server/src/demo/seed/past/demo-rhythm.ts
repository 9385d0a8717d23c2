import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'

/** Taxi orders of an average day, Monday to Sunday. */
const ORDERS_OF_DAY = [238, 234, 242, 254, 290, 292, 240] as const

/** Share of each hour from 0 to 23 on a working day, in percent: peaks at 8 and at 17, few orders at night. */
const WORKDAY = [
  1.2, 0.8, 0.6, 0.5, 0.9, 2, 4, 7.6, 8, 5.5, 4.4, 4.4, 4.8, 4.8, 4.9, 5.6, 7.1, 7.6, 6.4, 5, 4.5, 4, 3.2, 2.2,
]
const WEEKEND = [
  5.5, 5, 4, 3, 2.2, 1.6, 1.6, 2, 2.6, 3.4, 4.2, 4.8, 5, 4.8, 4.4, 4.2, 4.4, 4.8, 5.4, 5.6, 5.6, 5.8, 6.2, 6.2,
]
/** Share of each hour for parcels: shop hours, peak at noon. */
const DELIVERIES = [0, 0, 0, 0, 0, 0, 0, 0, 3, 5, 6, 9, 12, 11, 8, 6, 6, 7, 9, 9, 6, 3, 0, 0]
const DELIVERIES_OF_DAY = { deliveries: 26, meals: 11 } as const
/** Share of each hour for restaurant orders: lunch and dinner. */
const MEALS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6, 14, 13, 7, 4, 4, 7, 13, 15, 10, 4, 0, 0]

const HOUR_MS = 3_600_000
const FRIDAY = 5

export type Trade = 'taxi' | 'deliveries' | 'meals'

/** Instants between `from` and `to` at which orders are placed, oldest first, by hour of the day and day of the week. */
export function placementTimes(trade: Trade, from: Date, to: Date, random: SeededRandom): Date[] {
  const times: number[] = []
  for (let hour = from.getTime(); hour < to.getTime(); hour += HOUR_MS) {
    const count = Math.floor(expectedInHour(trade, new Date(hour)) * random.between(0.95, 1.05) + random.next())
    for (let n = 0; n < count; n++) times.push(hour + Math.floor(random.next() * 3600) * 1000)
  }
  return times
    .filter((time) => time < to.getTime())
    .sort((a, b) => a - b)
    .map((time) => new Date(time))
}

function expectedInHour(trade: Trade, hour: Date): number {
  const { weekday, time } = wallTime(hour)
  const clock = Number(time.slice(0, 2))
  if (trade !== 'taxi') {
    const hours = trade === 'meals' ? MEALS : DELIVERIES
    return (DELIVERIES_OF_DAY[trade] * (hours[clock] ?? 0)) / sum(hours)
  }
  const isNightOut = (weekday === FRIDAY && clock >= 19) || weekday > FRIDAY
  const shape = isNightOut ? WEEKEND : WORKDAY
  return ((ORDERS_OF_DAY[weekday - 1] ?? 0) * (shape[clock] ?? 0)) / sum(shape)
}

function sum(shares: readonly number[]): number {
  return shares.reduce((all, share) => all + share, 0)
}
