import { dayAndTime, hourAndMinute, shownTime } from '../../text/format.ts'
import { serverNow } from '../../ui/now.ts'

type Length = 'day alone' | 'with the hour'

/** Time of a message: the hour when it is from today; otherwise the date as well or, in a list, only the date. */
export function messageTime(at: Date, now: Date, length: Length): string {
  const [day = '', today = ''] = [dayOf(at), dayOf(now)]
  if (day === today) return hourAndMinute(at)
  const shown = day.slice(-4) === today.slice(-4) ? day.slice(0, 5) : day
  return length === 'day alone' ? shown : `${shown} ${hourAndMinute(at)}`
}

export function chatTime(wire: string, length: Length): string {
  return shownTime(wire, (at) => messageTime(at, new Date(serverNow()), length))
}

/** 21.11.2026 */
function dayOf(at: Date): string {
  return dayAndTime(at).slice(0, 10)
}
