import { metresBetween, type Point } from '../kernel/geo.ts'

/** Faster than any car in a city, slower than every jump worth detecting. */
export const MAX_PLAUSIBLE_KMH = 200
/** This many consistent fixes in a row clear a mark: 25 s of an app that reports every 5 s. */
export const CONSISTENT_FIXES = 5
/** Accuracy assumed for a fix without one. */
const USUAL_ACCURACY_METRES = 50

/** `old`: the first fix of a phone, which was made a while ago or by a clock that is wrong; nothing says which. */
export const IMPLAUSIBLE = ['jump', 'mock', 'old'] as const
export type Implausible = (typeof IMPLAUSIBLE)[number]

/** A position report of a phone at one instant. */
export interface Fix extends Point {
  at: Date
  /** Metres. */
  accuracy?: number | null | undefined
  /** The operating system reports a mock position from another app. */
  isMock?: boolean | null | undefined
  /** It may be older than `at` says. */
  isOld?: boolean | undefined
}

/** Result for a fix; stored with the position, because judging the next one needs it. */
export interface Plausibility {
  /** null: plausible. */
  implausible: Implausible | null
  /** Consecutive fixes, this one included, that fit the one before them. */
  consistent: number
}

export interface JudgedFix extends Fix {
  judged: Plausibility
}

export const BELIEVED: Plausibility = { implausible: null, consistent: CONSISTENT_FIXES }

/** Judges a fix against the one before it. `before` is null for the first one, which nothing contradicts unless it is old. */
export function judgeFix(
  before: JudgedFix | null,
  fix: Fix,
  { maxKmh = MAX_PLAUSIBLE_KMH }: { maxKmh?: number } = {},
): Plausibility {
  if (fix.isMock) return { implausible: 'mock', consistent: 0 }
  if (fix.isOld) return { implausible: 'old', consistent: 0 }
  // Where the car was at the time of an old fix is not known.
  if (before === null || before.judged.implausible === 'old') return BELIEVED
  if (isJump(before, fix, maxKmh)) return { implausible: 'jump', consistent: 0 }
  const { implausible, consistent } = before.judged
  const fitting = Math.min(CONSISTENT_FIXES, consistent + 1)
  return { implausible: fitting < CONSISTENT_FIXES ? implausible : null, consistent: fitting }
}

/** The distance is reduced by the inaccuracy of both fixes, which may lie apart without any movement. */
function isJump(before: Fix, fix: Fix, maxKmh: number): boolean {
  const seconds = Math.max(0, fix.at.getTime() - before.at.getTime()) / 1000
  const inexact = (before.accuracy ?? USUAL_ACCURACY_METRES) + (fix.accuracy ?? USUAL_ACCURACY_METRES)
  return metresBetween(before, fix) > (maxKmh / 3.6) * seconds + inexact
}
