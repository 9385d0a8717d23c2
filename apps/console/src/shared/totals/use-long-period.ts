import { useState } from 'react'
import { fromWallTime } from '../../text/format.ts'

const DAY_MS = 86_400_000
const LONG_DAYS = 31

/** Wall times in the Bucharest time zone. */
interface Period {
  from: string
  to: string
}

/**
 * Decides whether a long period needs a confirmation: once per period and value of `beside`, unless the whole period
 * was loaded before.
 */
export function useLongPeriod(period: Period, tooLong: boolean, beside = '') {
  const whole = `${period.from} ${period.to} `
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const wasShown = shown.has(whole) || shown.has(whole + beside)
  return {
    mustConfirm: !tooLong && daysIn(period) > LONG_DAYS && !wasShown,
    show: () => setShown((before) => new Set([...before, whole + beside])),
  }
}

export function daysIn({ from, to }: Period): number {
  const [start, end] = [fromWallTime(from), fromWallTime(to)]
  return start === null || end === null ? 0 : Math.round((end.getTime() - start.getTime()) / DAY_MS)
}
