import { metresBetween, type Point } from './geo.ts'

/** Faster than any car in a city, slower than every jump that matters. */
export const MAX_PLAUSIBLE_KMH = 200
/** So many fixes in a row that fit together end a mark: 25 s of an app that reports every 5 s. */
export const CONSISTENT_FIXES = 5
/** Of a fix whose app does not say how exact it is. */
const USUAL_ACCURACY_METRES = 50

export type Implausible = 'jump' | 'mock'

/** What a phone reports at one instant. */
export interface Fix extends Point {
  at: Date
  /** Metres. */
  accuracy?: number | null | undefined
  /** The operating system says that another app made the position up. */
  isMock?: boolean | null | undefined
}

/** The judgement after a fix; kept with the position and needed for the next one. */
export interface Plausibility {
  /** null: believed. */
  implausible: Implausible | null
  /** Fixes in a row, this one included, that fit the one before them. */
  consistent: number
}

export interface JudgedFix extends Fix {
  judged: Plausibility
}

export const BELIEVED: Plausibility = { implausible: null, consistent: CONSISTENT_FIXES }

/** Whether to believe a fix after the one before it. `before` is null for the first one, which nothing contradicts. */
export function judgeFix(
  before: JudgedFix | null,
  fix: Fix,
  { maxKmh = MAX_PLAUSIBLE_KMH }: { maxKmh?: number } = {},
): Plausibility {
  if (fix.isMock) return { implausible: 'mock', consistent: 0 }
  if (before === null) return BELIEVED
  if (isJump(before, fix, maxKmh)) return { implausible: 'jump', consistent: 0 }
  const { implausible, consistent } = before.judged
  const fitting = Math.min(CONSISTENT_FIXES, consistent + 1)
  return { implausible: fitting < CONSISTENT_FIXES ? implausible : null, consistent: fitting }
}

/** Two inexact fixes may lie apart without anybody having moved. */
function isJump(before: Fix, fix: Fix, maxKmh: number): boolean {
  const seconds = Math.max(0, fix.at.getTime() - before.at.getTime()) / 1000
  const inexact = (before.accuracy ?? USUAL_ACCURACY_METRES) + (fix.accuracy ?? USUAL_ACCURACY_METRES)
  return metresBetween(before, fix) > (maxKmh / 3.6) * seconds + inexact
}
