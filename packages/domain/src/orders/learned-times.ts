import type { Point } from '../kernel/geo.ts'
import type { ZoneId } from '../kernel/ids.ts'

/** A past order for now whose search ended with a car at the pickup, or without a driver. */
export interface PastPickup {
  pickup: Point
  /** 0 to 23 in Bucharest: when the car arrived, or when the search began that found nobody. */
  hour: number
  /** From the start of the search to the arrival; null = no driver was found. */
  seconds: number | null
}

/** What a company's own orders say about one hour of a zone. */
export interface LearnedTime {
  /** Null = the whole company, wherever the pickup is. */
  zoneId: ZoneId | null
  hour: number
  /** Within these minutes from the start of the search the car of nine trips in ten had arrived; null = too few trips. */
  minutes: number | null
  /** Orders that it was learned from. */
  orders: number
  /** Of these, those that found no driver. */
  unserved: number
}

/** Fewer than these say nothing about the hour. */
export const MIN_LEARNED_FROM = 20
/** Of ten trips, those that arrive within the learned time. */
const IN_TIME_OF_TEN = 9
/** Even next to a stand somebody must accept first. */
export const MIN_LEARNED_MINUTES = 5
/** A trip that took longer is an exception that no lead covers. */
export const MAX_LEARNED_MINUTES = 120

/** Learns each hour of each zone, and of the company as a whole, that has enough orders. `zoneAt` is the smallest zone of a pickup. */
export function learnTimes(pickups: readonly PastPickup[], zoneAt: (point: Point) => ZoneId | null): LearnedTime[] {
  const groups = new Map<string, { zoneId: ZoneId | null; hour: number; seconds: (number | null)[] }>()
  const add = (zoneId: ZoneId | null, { hour, seconds }: PastPickup) => {
    const key = `${zoneId} ${hour}`
    const group = groups.get(key)
    if (group) group.seconds.push(seconds)
    else groups.set(key, { zoneId, hour, seconds: [seconds] })
  }
  for (const past of pickups) {
    const zoneId = zoneAt(past.pickup)
    if (zoneId !== null) add(zoneId, past)
    add(null, past)
  }
  return [...groups.values()]
    .filter(({ seconds }) => seconds.length >= MIN_LEARNED_FROM)
    .map(({ zoneId, hour, seconds }) => ({ zoneId, hour, ...timeOf(seconds) }))
    .sort((a, b) => (a.zoneId ?? 0) - (b.zoneId ?? 0) || a.hour - b.hour)
}

function timeOf(seconds: readonly (number | null)[]): Pick<LearnedTime, 'minutes' | 'orders' | 'unserved'> {
  const arrivals = seconds.filter((one) => one !== null).sort((a, b) => a - b)
  const last = arrivals[Math.ceil((arrivals.length * IN_TIME_OF_TEN) / 10) - 1]
  const isKnown = last !== undefined && arrivals.length >= MIN_LEARNED_FROM
  return {
    minutes: isKnown ? bounded(Math.ceil(last / 60)) : null,
    orders: seconds.length,
    unserved: seconds.length - arrivals.length,
  }
}

function bounded(minutes: number): number {
  return Math.min(MAX_LEARNED_MINUTES, Math.max(MIN_LEARNED_MINUTES, minutes))
}
