import { daysLater } from '@dispecerat/domain/billing/invoice'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { serverNow } from '../../ui/now.ts'

/** 'YYYY-MM' of the previous month, which is invoiced now. */
export function lastMonth(): string {
  return daysLater(`${thisMonth()}-01`, -1).slice(0, 7)
}

export function thisMonth(): string {
  return bucharestDay(new Date(serverNow())).slice(0, 7)
}

const MONTHS_OFFERED = 24

/** This month and the two years before it, newest first; also the one in the URL. */
export function monthChoices(named: string): string[] {
  const months = [thisMonth()]
  while (months.length < MONTHS_OFFERED) months.push(daysLater(`${months.at(-1)}-01`, -1).slice(0, 7))
  return months.includes(named) ? months : [...months, named].sort().reverse()
}
