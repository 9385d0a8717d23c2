/* Not in its component's file, which exports only components: the unit test imports this. */
import { isPermanentBan } from '@dispecerat/domain/fleet/ban'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { duration } from '../../text/format.ts'
import { banMessages } from './ban-messages.ts'

const messages = banMessages

/** State of a ban at one instant; null when it has expired or there is none. */
export interface RunningBan {
  /** 'Blocat până la 21.11.2026 14:32'. */
  until: string
  /** The remaining time, to the second; null for a permanent ban. */
  left: string | null
}

/** `now` in milliseconds of the server's clock; the ban's last second still counts. */
export function runningBan(banUntil: string | null, now: number, showTime: (at: Date) => string): RunningBan | null {
  const until = banUntil === null ? null : fromWireTime(banUntil)
  if (until === null || until.getTime() < now) return null
  if (isPermanentBan(until)) return { until: messages.permanently, left: null }
  return { until: messages.until(showTime(until)), left: duration((until.getTime() - now) / 1000) }
}
