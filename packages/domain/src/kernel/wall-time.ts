/** The wall time of every company is the one of Bucharest. */
const WALL_CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Bucharest',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Wall time in Bucharest. */
export interface WallTime {
  /** 'YYYY-MM-DD'. */
  date: string
  /** 'HH:mm:ss'. */
  time: string
  /** ISO: 1 = Monday … 7 = Sunday. */
  weekday: number
}

/** Wall time at an instant; in the repeated hour of an autumn night two instants have the same time. */
export function wallTime(instant: Date): WallTime {
  const part = Object.fromEntries(WALL_CLOCK.formatToParts(instant).map(({ type, value }) => [type, value]))
  const date = `${part.year}-${part.month}-${part.day}`
  return { date, time: `${part.hour}:${part.minute}:${part.second}`, weekday: weekdayOf(date) }
}

/** ISO weekday of 'YYYY-MM-DD'. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T12:00:00Z`).getUTCDay() || 7
}
