import type { Point } from '@dispecerat/domain/kernel/geo'
import type { SeededRandom } from './seeded-random.ts'

export interface CallerAddress extends Point {
  name: string
}

/** One call of an evening. */
export interface PretendCall {
  at: Date
  phone: string
  pickup: CallerAddress
  /** null: many callers name it only in the car. */
  destination: CallerAddress | null
}

export interface Evening {
  from: Date
  minutes: number
  /** Calls per hour at the start and at the end, interpolated linearly in between. */
  perHour: { from: number; to: number }
  /** Phones of regular callers; the others are unknown. */
  regulars: readonly string[]
  regularPercent: number
  addresses: readonly CallerAddress[]
}

/** Calls of an evening, oldest first; reproducible for the same seed. Gaps between calls are exponential. */
export function pretendCalls(evening: Evening, random: SeededRandom): PretendCall[] {
  const calls: PretendCall[] = []
  let minute = 0
  for (;;) {
    const rate = perMinute(evening, minute)
    if (rate <= 0) return calls
    minute += minutesToNext(rate, random)
    if (minute >= evening.minutes) return calls
    calls.push(aCall(evening, minute, random))
  }
}

/** Exponential, so that calls are independent of each other. */
export function minutesToNext(perMinute: number, random: SeededRandom): number {
  return -Math.log(1 - random.next()) / perMinute
}

/** E.164, in a range that is not assigned. */
export function unknownPhone(random: SeededRandom): string {
  return `+40700${random.whole(600_000, 699_999)}`
}

function perMinute({ minutes, perHour }: Evening, minute: number): number {
  return (perHour.from + ((perHour.to - perHour.from) * minute) / minutes) / 60
}

function aCall(
  { from, regulars, regularPercent, addresses }: Evening,
  minute: number,
  random: SeededRandom,
): PretendCall {
  const isRegular = regulars.length > 0 && random.chance(regularPercent)
  const pickup = random.pick(addresses)
  const others = addresses.filter((address) => address !== pickup)
  return {
    at: new Date(from.getTime() + Math.round(minute * 60_000)),
    phone: isRegular ? random.pick(regulars) : unknownPhone(random),
    pickup,
    destination: others.length > 0 && random.chance(60) ? random.pick(others) : null,
  }
}
