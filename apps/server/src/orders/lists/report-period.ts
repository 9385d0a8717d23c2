import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { OrderFilter } from './order-filter.ts'

const MAX_DAYS = 366
const DAY_MS = 86_400_000

/** A report covers at most 366 days; a table needs a start. */
export function checkPeriod(
  { from, to }: Pick<OrderFilter, 'from' | 'to'>,
  format: 'json' | 'csv' | 'xlsx',
  now: Date,
): void {
  if (from === null && format !== 'json') throw new FieldErrors({ date_from: ['Alegeți începutul perioadei'] })
  if (from === null) return
  if ((to ?? now).getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new FieldErrors({ date_to: ['Perioada poate avea cel mult 366 de zile'] })
  }
}
