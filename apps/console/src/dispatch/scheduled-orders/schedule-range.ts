import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { fromWallTime, hourAndMinute, toWallTime } from '../../text/format.ts'

export const SCHEDULE_VIEWS = ['24h', '7d', 'month'] as const
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number]

export interface TimeRange {
  from: Date
  to: Date
}

const HOUR_MS = 3_600_000
/** An order whose departure was within the last hour and that has no driver yet is still shown. */
const BEHIND_HOURS = 1

/** 'YYYY-MM-DD' in the Bucharest time zone. */
export function wallDay(at: Date): string {
  return toWallTime(at).slice(0, 10)
}

export function dayAfter(day: string, days = 1): string {
  return toWireTime(new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * HOUR_MS)).slice(0, 10)
}

/** From midnight to midnight: 23, 24 or 25 hours. */
export function rangeOfDay(day: string): TimeRange {
  return { from: startOf(day), to: startOf(dayAfter(day)) }
}

/** The next 24 hours, from the full hour before this one. */
export function rangeOfNextHours(now: Date): TimeRange {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return { from: new Date(hour - BEHIND_HOURS * HOUR_MS), to: new Date(hour + 24 * HOUR_MS) }
}

/**
 * Every full hour of the range; with the end of daylight-saving time the repeated hour is there twice, in spring the
 * skipped one never.
 */
export function hoursOf({ from, to }: TimeRange): Date[] {
  const hours: Date[] = []
  for (let at = from.getTime(); at < to.getTime(); at += HOUR_MS) hours.push(new Date(at))
  return hours
}

export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
}

/** True for the second of two hours with the same wall time. */
export function isRepeatedHour(hour: Date): boolean {
  return toWallTime(new Date(hour.getTime() - HOUR_MS)) === toWallTime(hour)
}

/** Today and the six days after it. */
export function weekFrom(day: string): string[] {
  return Array.from({ length: 7 }, (_, i) => dayAfter(day, i))
}

/** The weeks that show the month of `day`, Monday first; days of the neighbouring months fill them up. */
export function monthWeeks(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const monday = dayAfter(first, -((weekdayOf(first) + 6) % 7))
  const weeks: string[][] = []
  for (let week = monday; week <= lastDayOfMonth(day); week = dayAfter(week, 7)) weeks.push(weekFrom(week))
  return weeks
}

export function monthBefore(day: string): string {
  return `${dayAfter(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
}

export function monthAfter(day: string): string {
  return dayAfter(lastDayOfMonth(day))
}

/** The same minute in another full hour. */
export function movedToHour(at: Date, hour: Date): Date {
  return new Date(hour.getTime() + (at.getTime() % HOUR_MS))
}

/** The same wall time on another day; a time skipped by daylight-saving becomes an hour later. */
export function movedToDay(at: Date, day: string): Date {
  return fromWallTime(`${day}${toWallTime(at).slice(10)}`) ?? at
}

/** '07:00', and for the second of two equal hours '03:00 (a doua oară)'. */
export function hourLabel(hour: Date, repeated: string): string {
  return isRepeatedHour(hour) ? `${hourAndMinute(hour)} (${repeated})` : hourAndMinute(hour)
}

function startOf(day: string): Date {
  return fromWallTime(`${day} 00:00:00`) ?? new Date(`${day}T00:00:00Z`)
}

function lastDayOfMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return toWireTime(new Date(Date.UTC(year, month, 0, 12))).slice(0, 10)
}

/** 0 = Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay()
}
