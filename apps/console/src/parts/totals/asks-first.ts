import { useState } from 'react'
import { fromWallTime } from '../../text/format.ts'

const DAY_MS = 86_400_000
const LONG_DAYS = 31

/** Bucharest wall times. */
interface Period {
  from: string
  to: string
}

/**
 * Whether a long period still waits to be asked for: once for each, and once for each of what stands `beside` it, unless all of it was
 * read before.
 */
export function useAsksFirst(period: Period, tooLong: boolean, beside = '') {
  const whole = `${period.from} ${period.to} `
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const wasShown = shown.has(whole) || shown.has(whole + beside)
  return {
    asks: !tooLong && daysIn(period) > LONG_DAYS && !wasShown,
    show: () => setShown((before) => new Set([...before, whole + beside])),
  }
}

export function daysIn({ from, to }: Period): number {
  const [start, end] = [fromWallTime(from), fromWallTime(to)]
  return start === null || end === null ? 0 : Math.round((end.getTime() - start.getTime()) / DAY_MS)
}
