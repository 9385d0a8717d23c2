import { useState } from 'react'
import { fromWallTime } from '../../text/format.ts'

const DAY_MS = 86_400_000
const LONG_DAYS = 31

/** Bucharest wall times. */
interface Period {
  from: string
  to: string
}

/** Whether a long period still waits to be asked for; another period, or whatever is `beside` it, asks again. */
export function useAsksFirst(period: Period, tooLong: boolean, beside = '') {
  const name = `${period.from} ${period.to} ${beside}`
  const [shown, setShown] = useState<string | null>(null)
  return { asks: !tooLong && daysIn(period) > LONG_DAYS && shown !== name, show: () => setShown(name) }
}

export function daysIn({ from, to }: Period): number {
  const [start, end] = [fromWallTime(from), fromWallTime(to)]
  return start === null || end === null ? 0 : Math.round((end.getTime() - start.getTime()) / DAY_MS)
}
