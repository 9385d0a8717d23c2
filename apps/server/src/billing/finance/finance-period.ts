import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'

const MAX_DAYS = 366
const DAY_MS = 86_400_000

export interface Period {
  from: Date
  to: Date
}

/** [from, to); an invalid one is 422 on `date_to`. */
export function periodOf({ date_from, date_to }: { date_from: string; date_to: string }): Period {
  const [from, to] = [fromWireTime(date_from), fromWireTime(date_to)]
  if (from === null || to === null || to <= from)
    throw new FieldErrors({ date_to: ['Perioada se termină înainte să înceapă'] })
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new FieldErrors({ date_to: ['Perioada poate avea cel mult 366 de zile'] })
  }
  return { from, to }
}
