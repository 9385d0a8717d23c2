import { plural } from '@dispecerat/domain/kernel/plural'
import { shownDay } from '../../../text/format.ts'

const ofCompany = (name: string | null) => (name === null ? '' : `${name}: `)

/** Account status of a company, for its staff: until when it takes new orders. */
export const companyStatusMessages = {
  label: 'Starea contului companiei',
  endsSoon: (name: string | null, day: string | null, days: number) =>
    `${ofCompany(name)}perioada de probă se încheie pe ${shownDay(day)} (${daysLeft(days)}).`,
  grace: (name: string | null, day: string | null, last: string | null) =>
    `${ofCompany(name)}perioada de probă s-a încheiat pe ${shownDay(day)}. Comenzile noi se opresc după ${shownDay(last)}.`,
  over: (name: string | null) => `${ofCompany(name)}perioada de probă s-a încheiat: nu se mai pot plasa comenzi noi.`,
  suspended: (name: string | null) => `${ofCompany(name)}contul este suspendat: nu se pot plasa comenzi noi.`,
  goesOn: 'Cursele și apelurile în desfășurare continuă.',
  ask: 'Pentru activare contactați administratorul platformei.',
} as const

function daysLeft(days: number): string {
  if (days === 0) return 'astăzi'
  return `încă ${plural(days, 'zi', 'zile', 'de zile')}`
}
