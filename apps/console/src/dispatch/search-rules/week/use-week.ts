import type { EditedInterval } from '@dispecerat/contract/dispatch/search-steps'
import { type CoveredDay, mondayBefore, weekCoverage } from '@dispecerat/domain/dispatch/search/week-coverage'
import { useMemo } from 'react'
import { useNow } from '../../../ui/now.ts'
import { editedRules, type RulesDraft } from '../rules-draft.ts'
import { drawable, type WeekFacts, weekFacts } from './week-facts.ts'

const MINUTE_MS = 60_000
const HALF_WEEK_MS = 84 * 3_600_000

export interface Week {
  intervals: readonly EditedInterval[]
  days: readonly CoveredDay[]
  facts: WeekFacts
  /** Rounded to the minute, for the mark of the current hour. */
  now: number
}

/** The week to show: `weeksAway` weeks from the current one. */
export function useWeek(draft: RulesDraft, weeksAway: number): Week {
  const minute = useNow((s) => Math.floor(s.now / MINUTE_MS))
  const intervals = useMemo(() => drawable(editedRules(draft).intervals), [draft])
  const monday = mondayBefore(new Date(minute * MINUTE_MS)).getTime()
  return useMemo(() => {
    const middle = new Date(monday + HALF_WEEK_MS + weeksAway * 2 * HALF_WEEK_MS)
    const days = weekCoverage(intervals, middle)
    return { intervals, days, facts: weekFacts(intervals, days), now: minute * MINUTE_MS }
  }, [intervals, monday, weeksAway, minute])
}

/** Number of weeks between the current one and that of a date ('YYYY-MM-DD'). */
export function weeksTo(date: string, now: number): number {
  const from = mondayBefore(new Date(now)).getTime()
  const to = mondayBefore(new Date(`${date}T12:00:00Z`)).getTime()
  return Math.round((to - from) / (2 * HALF_WEEK_MS))
}
