import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'

const HOUR_MS = 3_600_000
const MAX_HOURS = 20_000
const offsets = new Map<number, number>()

/** 'YYYY-MM-DD HH:mm:ss' in Bucharest of a Date or a wire time; '' for anything else. */
export function wallText(value: unknown): string {
  const at = value instanceof Date ? value : typeof value === 'string' ? fromWireTime(value) : null
  if (at === null || Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() + offsetMs(at)).toISOString().slice(0, 19).replace('T', ' ')
}

/** Caches the offset per hour, because zones change on the hour and computing it for each of a million rows takes a minute. */
function offsetMs(at: Date): number {
  const hour = Math.floor(at.getTime() / HOUR_MS)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const { date, time } = wallTime(new Date(hour * HOUR_MS))
  const offset = Date.parse(`${date}T${time}Z`) - hour * HOUR_MS
  if (offsets.size >= MAX_HOURS) offsets.clear()
  offsets.set(hour, offset)
  return offset
}
