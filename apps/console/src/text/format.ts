import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { fromWireTime, toWireTime } from '@dispecerat/domain/kernel/wire-time'

/** Times are always shown in Romanian wall time, whatever the machine's time zone is. */
const wallClock = new Intl.DateTimeFormat('ro-RO', {
  timeZone: 'Europe/Bucharest',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function wallParts(at: Date): Record<string, string> {
  return Object.fromEntries(wallClock.formatToParts(at).map((part) => [part.type, part.value]))
}

/** 21.11.2026 14:32 */
export function dayAndTime(at: Date): string {
  const p = wallParts(at)
  return `${p.day}.${p.month}.${p.year} ${p.hour}:${p.minute}`
}

/** 21.11.2026 14:32:07 */
export function dayAndSecond(at: Date): string {
  return `${dayAndTime(at)}:${wallParts(at).second}`
}

/** 14:32 */
export function hourAndMinute(at: Date): string {
  const p = wallParts(at)
  return `${p.hour}:${p.minute}`
}

/** 14:32:07 */
export function hourToSecond(at: Date): string {
  return `${hourAndMinute(at)}:${wallParts(at).second}`
}

/** Wire time → shown text; empty for a missing or invalid time. Seconds are shown except in workspaces. */
export function shownTime(wire: string | null, show: (at: Date) => string = dayAndSecond): string {
  const at = wire === null ? null : fromWireTime(wire)
  return at === null ? '' : show(at)
}

/** Milliseconds since 1970 of a wire time; NaN when it is invalid. */
export function millisOf(wire: string): number {
  return fromWireTime(wire)?.getTime() ?? Number.NaN
}

/** The instant as Bucharest wall time, 'YYYY-MM-DD HH:mm:ss': the value format of date fields. */
export function toWallTime(at: Date): string {
  const p = wallParts(at)
  return `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second}`
}

/** The instant of a Bucharest wall time: the earlier one in the repeated hour, one hour later in the skipped one. */
export function fromWallTime(wall: string): Date | null {
  const asUtc = fromWireTime(wall.length === 16 ? `${wall}:00` : wall)
  if (asUtc === null) return null
  for (const offsetHours of [3, 2]) {
    const guess = new Date(asUtc.getTime() - offsetHours * 3_600_000)
    if (toWallTime(guess) === toWireTime(asUtc)) return guess
  }
  return new Date(asUtc.getTime() - 2 * 3_600_000)
}

/** '2026-12-01 14:30:00' → '01.12.2026 14:30'; seconds only when they are not zero; anything else unchanged. */
export function readableWall(wall: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)(:\d\d)$/.exec(wall)
  if (!parts) return wall
  const [, year, month, day, time, seconds] = parts
  return `${day}.${month}.${year} ${time}${seconds === ':00' ? '' : seconds}`
}

/** The inverse for a complete text: '1.12.2026 14:30' → '2026-12-01 14:30:00'; anything else unchanged. */
export function wallOfReadable(typed: string): string {
  const parts = /^(\d{1,2})\.(\d{1,2})\.(\d{4}) (\d\d:\d\d)(:\d\d)?$/.exec(typed)
  if (!parts) return typed
  const [, day = '', month = '', year, time, seconds = ':00'] = parts
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} ${time}${seconds}`
}

/** Seconds as '04:09', from an hour on as '1:02:03'; never negative. */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds))
  const two = (n: number) => String(n).padStart(2, '0')
  const minutes = Math.floor(s / 60)
  return minutes < 60
    ? `${two(minutes)}:${two(s % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`
}

/** Whole minutes of a drive, at least one. */
export function minutesOf(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60))
}

/** 1234.5 → '1.234,50 RON'. */
export function money(ron: number): string {
  const [whole = '0', cents = '00'] = Math.abs(ron).toFixed(2).split('.')
  return `${ron < 0 ? '−' : ''}${groupThousands(Number(whole))},${cents} RON`
}

/** '2026-11-21' → '21.11.2026'; empty for null. */
export function shownDay(day: string | null): string {
  return day === null ? '' : day.split('-').reverse().join('.')
}

/** 850 → '850 m', 1240 → '1,2 km'. */
export function distance(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1).replace('.', ',')} km`
}

/** Long addresses in lists: 70 characters or more keep their first 55. */
export function shortAddress(address: string): string {
  return address.length >= 70 ? `${address.slice(0, 55)}...` : address
}

/** Place names in operator lists. */
export function shortPlace(name: string): string {
  return name.length > 35 ? `${name.slice(0, 35)}...` : name
}
