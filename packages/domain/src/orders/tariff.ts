import { wallTime } from '../kernel/wall-time.ts'

/** Money in bani; the night is wall time in Bucharest and may run over midnight. */
export interface Tariff {
  startFeeBani: number
  perKmBani: number
  perMinuteWaitBani: number
  /** Added to the whole fare at night. */
  nightPercent: number
  /** 'HH:mm'; the night begins with this minute. */
  nightFrom: string
  /** 'HH:mm'; the first minute that is day again. Equal to `nightFrom`: there is no night. */
  nightTo: string
  minCostBani: number
}

/** Parts of a fare, in the order they are added up. */
export const FARE_PARTS = ['start', 'distance', 'waiting', 'night', 'minimum'] as const
export type FarePart = (typeof FARE_PARTS)[number]

export interface FareLine {
  part: FarePart
  bani: number
  /** Metres, seconds or percent from which the amount was computed; null for a flat amount. */
  quantity: number | null
}

export interface Fare {
  costBani: number
  isNight: boolean
  /** Adds up to the cost; parts of 0 are left out. */
  lines: FareLine[]
}

/** Fare of a trip of `metres` that began at `at`, with `waitSeconds` of standing. Each line is rounded half up to the ban. */
export function fareOf(tariff: Tariff, trip: { metres: number; waitSeconds?: number; at: Date }): Fare {
  const { metres, waitSeconds = 0, at } = trip
  const isNight = isNightAt(tariff, at)
  const lines: FareLine[] = [
    { part: 'start', bani: tariff.startFeeBani, quantity: null },
    { part: 'distance', bani: share(tariff.perKmBani, metres, 1000), quantity: metres },
    { part: 'waiting', bani: share(tariff.perMinuteWaitBani, waitSeconds, 60), quantity: waitSeconds },
  ]
  if (isNight)
    lines.push({ part: 'night', bani: share(sum(lines), tariff.nightPercent, 100), quantity: tariff.nightPercent })
  lines.push({ part: 'minimum', bani: Math.max(0, tariff.minCostBani - sum(lines)), quantity: null })
  return { costBani: sum(lines), isNight, lines: lines.filter(({ bani }) => bani > 0) }
}

/** True when it is night by this tariff. The repeated hour of an autumn night counts both times, the skipped one never comes. */
export function isNightAt({ nightFrom, nightTo }: Pick<Tariff, 'nightFrom' | 'nightTo'>, at: Date): boolean {
  const time = wallTime(at).time.slice(0, 5)
  if (nightFrom <= nightTo) return nightFrom <= time && time < nightTo
  return time >= nightFrom || time < nightTo
}

function sum(lines: readonly FareLine[]): number {
  return lines.reduce((total, { bani }) => total + bani, 0)
}

/** `bani` × `amount` / `per`, half up, in whole numbers. */
function share(bani: number, amount: number, per: number): number {
  return Math.floor((2 * bani * amount + per) / (2 * per))
}
