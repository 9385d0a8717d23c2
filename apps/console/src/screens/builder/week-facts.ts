import type { EditedInterval } from '@dispecerat/contract/search-steps'
import { FieldErrors } from '@dispecerat/domain/errors'
import { validateInterval } from '@dispecerat/domain/search/validate-interval'
import { type CoveredDay, dayCoverage } from '@dispecerat/domain/search/week-coverage'

/** What a week's drawing says in numbers. */
export interface WeekFacts {
  /** Milliseconds no interval matches. */
  gap: number
  /** Both match, `above` rules: milliseconds of the week, longest first. */
  overlaps: { above: number; below: number; ms: number }[]
  /** Matches some time, but always somebody above it rules. */
  never: { id: number; above: number[] }[]
}

type Rule = EditedInterval

/** Half-typed hours and dates cannot be drawn. */
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

/** `intervals` in order of precedence, all drawable; `days` is their coverage of one week. */
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

/** Who rules whenever this interval matches; null when it rules some time. A special day is asked about its own date. */
function coveredBy(interval: Rule, all: readonly Rule[], week: readonly CoveredDay[]): number[] | null {
  const days = interval.customDay === null ? week : [dayCoverage(all, interval.customDay)]
  const matched = days.flatMap(({ stretches }) => stretches).filter(({ matching }) => matching.includes(interval.id))
  if (matched.length === 0 || matched.some(({ matching }) => matching[0] === interval.id)) return null
  return [...new Set(matched.flatMap(({ matching }) => matching.slice(0, 1)))]
}
