import { metresBetween } from '../../kernel/geo.ts'
import type { Judgement, WatchedCar, WatchedPoint, WatchLimits } from '../car-watch.ts'

/** The rules of the watch, read word by word from all positions for every instant anew; slow and without shared state. */
export function referenceJudgement(
  { pickup, since: begun, departureAt, trail }: WatchedCar,
  { warningMinutes, arrivalRadiusMetres }: WatchLimits,
  now: Date,
): Pick<Judgement, 'warning' | 'warnedSince'> {
  const calm = { warning: null, warnedSince: null }
  const radius = arrivalRadiusMetres === 0 ? 300 : arrivalRadiusMetres
  const believed = trail.filter((point) => !point.isMarked && point.at >= begun)
  const metres = (point: WatchedPoint) => metresBetween(point, pickup)
  const last = believed.at(-1)
  if (last && metres(last) <= radius) return calm

  const start = believed.findLastIndex((_, i) => isStart(believed.slice(0, i + 1)))
  const course = start < 0 ? [] : believed.slice(start)
  const since = course[0]?.at ?? begun
  // A car that was never seen is taken to be 4.5 km away.
  const wayMinutes = (((last ? metres(last) : 4500) * 1.4) / 25_000) * 60
  const mustLeave = new Date(departureAt.getTime() - wayMinutes * 60_000)
  const from = new Date(Math.max(since.getTime(), mustLeave.getTime()))
  const lasts = (instant: Date) => now.getTime() - instant.getTime() >= warningMinutes * 60_000
  const fromOr = (instant: Date | undefined) => (instant && instant > from ? instant : from)

  if (lasts(fromOr(last?.at))) return { warning: 'silent', warnedSince: fromOr(last?.at) }
  if (!last) return calm
  const stays = course.find((_, i) => course.slice(i).every((point) => metresBetween(point, last) < 150))
  if (lasts(fromOr(stays?.at))) return { warning: 'standing', warnedSince: fromOr(stays?.at) }
  const isLeaving = metres(last) - Math.min(...course.map(metres)) >= 300
  return isLeaving && lasts(from) ? { warning: 'leaving', warnedSince: from } : calm

  /** True when the last of these positions begins a new course: the first, one at the pickup, or one that came 150 m nearer. */
  function isStart(points: readonly WatchedPoint[]): boolean {
    const newest = points.at(-1)
    if (!newest || points.length === 1 || metres(newest) <= radius) return true
    const earlier = points.slice(0, -1)
    const begin = earlier.findLastIndex((_, i) => isStart(earlier.slice(0, i + 1)))
    const before = earlier.slice(begin)
    const first = before[0] ?? newest
    // Of a car that drove away the farthest position counts.
    const away = before.filter((point, i) => metres(point) - Math.min(...before.slice(0, i + 1).map(metres)) >= 300)
    return metres(newest) <= Math.max(metres(first), ...away.map(metres)) - 150
  }
}
