import type { ReportGroup } from '@dispecerat/contract/office/reports'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { daysBetween } from '@dispecerat/domain/orders/chart-range'

const MAX_DAYS = 366

/** Input of a report: companies of the scope, days 'YYYY-MM-DD' in Romanian time with both ends included, and the grouping. */
export interface ReportQuery<Group extends ReportGroup = ReportGroup> {
  companyIds: readonly CompanyId[]
  from: string
  to: string
  group: Group
}

/** The days of a period; FieldErrors when it is reversed or longer than a year. */
export function daysOfPeriod({ date_from, date_to }: { date_from: string; date_to: string }): {
  from: string
  to: string
} {
  const [from, to] = [dayOf(date_from), dayOf(date_to)]
  if (to < from) throw new FieldErrors({ date_to: ['Sfârșitul perioadei este înaintea începutului'] })
  const max = new Date(Date.parse(from) + MAX_DAYS * 86_400_000).toISOString().slice(0, 10)
  if (to >= max) throw new FieldErrors({ date_to: [`Perioada poate avea cel mult ${MAX_DAYS} de zile`] })
  return { from, to }
}

/** Every key of a time grouping in the period, empty ones included; null when the grouping is not by time. */
export function timeKeys({ from, to, group }: Pick<ReportQuery, 'from' | 'to' | 'group'>): string[] | null {
  if (group === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
  if (group === 'day') return daysBetween(from, to)
  if (group === 'month') return [...new Set(daysBetween(from, to).map((day) => day.slice(0, 7)))]
  return null
}

function dayOf(text: string): string {
  const at = text.length === 10 ? null : fromWireTime(text)
  return at === null ? text : bucharestDay(at)
}
