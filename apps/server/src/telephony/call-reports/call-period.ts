import type { CallGroup } from '@dispecerat/contract/telephony/call-reports'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'

const MAX_DAYS = 366
const MAX_DAYS_BY_HOUR = 31
const DAY_MS = 86_400_000
/** A period of whole days is longer by an hour where daylight saving time ends. */
const CLOCK_CHANGE_MS = 3_600_000

export interface CallPeriod {
  from: Date
  /** The last second of the period, inclusive. */
  to: Date
  companyId: CompanyId | null
}

/** A report covers at most 366 days, by hours at most 31; an invalid period is 422. */
export function callPeriod(
  query: { date_from: string; date_to: string; company_id?: CompanyId | undefined },
  by: CallGroup,
): CallPeriod {
  const from = fromWireTime(query.date_from)
  const to = fromWireTime(query.date_to)
  if (from === null || to === null) throw new FieldErrors({ date_from: ['Dată și oră invalide'] })
  if (to < from) throw new FieldErrors({ date_to: ['Sfârșitul perioadei este înaintea începutului'] })
  const max = by === 'hour' ? MAX_DAYS_BY_HOUR : MAX_DAYS
  if (to.getTime() - from.getTime() > max * DAY_MS + CLOCK_CHANGE_MS) {
    throw new FieldErrors({ date_to: [`Perioada poate avea cel mult ${max} de zile`] })
  }
  return { from, to, companyId: query.company_id ?? null }
}
