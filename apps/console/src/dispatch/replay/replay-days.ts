import { REPLAY_LIMITS } from '@dispecerat/contract/dispatch/replays'
import { startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { replayMessages as messages } from './replay-messages.ts'

export interface ReplayDay {
  /** Value of the select's option. */
  key: string
  label: string
  /** Wire times. */
  from: string
  to: string
}

const HOUR_MS = 3_600_000
const weekday = new Intl.DateTimeFormat('ro-RO', {
  timeZone: 'Europe/Bucharest',
  weekday: 'long',
  day: '2-digit',
  month: '2-digit',
})

/** Yesterday first, then the last 24 hours, then the days before; from midnight to midnight in Bucharest. */
export function replayDays(now: Date): ReplayDay[] {
  const days: ReplayDay[] = []
  let to = startOfBucharestDay(now)
  for (let back = 1; back <= REPLAY_LIMITS.daysBack; back++) {
    const from = startOfBucharestDay(new Date(to.getTime() - HOUR_MS))
    const name = weekday.format(from)
    const label = back === 1 ? messages.yesterday(name) : name
    days.push({ key: `day-${back}`, label, from: toWireTime(from), to: toWireTime(to) })
    to = from
  }
  const lastDay = new Date(now.getTime() - 24 * HOUR_MS)
  const last = { key: 'last', label: messages.lastDay, from: toWireTime(lastDay), to: toWireTime(now) }
  return [...days.slice(0, 1), last, ...days.slice(1)]
}
