import { wallTime } from './wall-time.ts'

/** 'YYYY-MM-DD' in Bucharest: the day of counters and display numbers. */
export function bucharestDay(instant: Date): string {
  return wallTime(instant).date
}

/** The midnight before `instant` in Bucharest; days of 23 and 25 hours included. */
export function startOfBucharestDay(instant: Date): Date {
  const { date, time } = wallTime(instant)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const asIfEven = instant.getTime() - ((hours * 60 + minutes) * 60 + seconds) * 1000 - (instant.getTime() % 1000)
  for (const shiftHours of [0, -1, 1]) {
    const midnight = new Date(asIfEven + shiftHours * 3_600_000)
    const wall = wallTime(midnight)
    if (wall.date === date && wall.time === '00:00:00') return midnight
  }
  return new Date(asIfEven)
}
