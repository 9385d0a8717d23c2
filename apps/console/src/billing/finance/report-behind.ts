/* Not in its component's file, which exports only components: the unit test imports this. */
import type { FinanceGroup } from '@dispecerat/contract/billing/finance-history'
import { type Days, partOf } from '../../shared/totals/days.ts'
import type { Behind } from '../../shared/totals/totals-table.tsx'

interface FigureInput {
  group: FinanceGroup
  days: Days
  company: number | undefined
}

/**
 * The rows behind a figure of the finance report: for commission the ledger rows, otherwise the orders that ended
 * then. `id` is the row's, '' for the totals.
 */
export function financeBehind({ group, days, company }: FigureInput, id: string, column: string): Behind {
  const { from, to } = id !== '' && (group === 'day' || group === 'month') ? partOf(id, days) : days
  const who = {
    ...(company === undefined ? {} : { company }),
    ...(id !== '' && group === 'company' ? { company: Number(id) } : {}),
    ...(id !== '' && group === 'driver' ? { driver: Number(id) } : {}),
  }
  if (column === 'commission') return { to: '/finances/history', search: { from, to, ...who, type: 'commission' } }
  const search = { from: `${from} 00:00:00`, to: `${to} 23:59:59`, ...who, state: 'finished', by: 'end' } as const
  return { to: '/reports/orders', search }
}
