import type { EditedInterval } from '@dispecerat/contract/dispatch/search-steps'
import { validateInterval } from '@dispecerat/domain/dispatch/search/rules/validate-interval'
import { type CoveredDay, dayCoverage } from '@dispecerat/domain/dispatch/search/week-coverage'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'

/** Figures about a week. */
export interface WeekFacts {
  /** Milliseconds without a matching interval. */
  gap: number
  /** Both match and `above` has precedence: milliseconds of the week, longest first. */
  overlaps: { above: number; below: number; ms: number }[]
  /** Intervals that match at some time but never have precedence. */
  never: { id: number; above: number[] }[]
}

type Rule = EditedInterval

/** Intervals with incomplete hours or dates cannot be drawn. */
export function drawable(intervals: readonly Rule[]): Rule[] {
  return intervals.filter((interval) => {
    try {
      validateInterval(interval)
      return true
    } catch (error) {
      if (error instanceof FieldErrors) return false
      throw error
    }
  })
}

/** `intervals` are valid and in order of precedence; `days` is their coverage of one week. */
export function weekFacts(intervals: readonly Rule[], days: readonly CoveredDay[]): WeekFacts {
  const overlaps = new Map<string, WeekFacts['overlaps'][number]>()
  let gap = 0
  for (const { from, to, matching } of days.flatMap(({ stretches }) => stretches)) {
    const ms = to.getTime() - from.getTime()
    const [above, ...below] = matching
    if (above === undefined) gap += ms
    for (const id of below) {
      const known = overlaps.get(`${above} ${id}`)
      overlaps.set(`${above} ${id}`, { above: above ?? 0, below: id, ms: ms + (known?.ms ?? 0) })
    }
  }
  const never = intervals.flatMap((interval) => {
    const above = coveredBy(interval, intervals, days)
    return above === null ? [] : [{ id: interval.id, above }]
  })
  return { gap, overlaps: [...overlaps.values()].toSorted((a, b) => b.ms - a.ms), never }
}

/**
 * The intervals with precedence whenever this one matches; null when it applies at some time. A special day is
 * checked on its own date.
 */
function coveredBy(interval: Rule, all: readonly Rule[], week: readonly CoveredDay[]): number[] | null {
  const days = interval.customDay === null ? week : [dayCoverage(all, interval.customDay)]
  const matched = days.flatMap(({ stretches }) => stretches).filter(({ matching }) => matching.includes(interval.id))
  if (matched.length === 0 || matched.some(({ matching }) => matching[0] === interval.id)) return null
  return [...new Set(matched.flatMap(({ matching }) => matching.slice(0, 1)))]
}
