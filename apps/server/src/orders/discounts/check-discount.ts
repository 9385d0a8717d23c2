import type { DiscountChange } from '@dispecerat/contract/orders/discounts'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import { codeIsFree, type DiscountFields, isAccountOf, unknownServices } from './discounts.store.ts'

/** Clears fields that do not belong to the trigger. */
export function tidied(discount: DiscountFields): DiscountFields {
  const { trigger } = discount
  return {
    ...discount,
    nth: trigger === 'every_nth_order' ? discount.nth : null,
    code: trigger === 'promo_code' ? discount.code : null,
    protocolUserId: trigger === 'protocol_company' ? discount.protocolUserId : null,
  }
}

/** Throws FieldErrors by wire name for an invalid discount; `typed` lists the fields that were readable. */
export async function requireSound(
  tx: Tx,
  actor: Actor,
  {
    typed,
    discount,
    companyId,
    id,
  }: { typed: DiscountChange; discount: DiscountFields; companyId: CompanyId; id: number | null },
): Promise<void> {
  const about = (fields: (keyof DiscountChange)[], rule: () => Promise<Problems> | Problems) => async () => {
    needs(typed, ...fields)
    const problems = await rule()
    if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
  }
  await checkAll(
    actor,
    about(['type', 'value'], () => valueProblem(discount)),
    about(['max_amount'], () => amountProblem(discount)),
    about(['time_from', 'time_to'], () => hourProblem(discount)),
    about(['valid_from', 'valid_to'], () => dayProblem(discount)),
    about(['trigger', 'nth'], () => nthProblem(discount)),
    about(['trigger', 'code'], () => codeProblem(tx, { discount, companyId, id })),
    about(['trigger', 'protocol_user_id'], () => accountProblem(tx, discount, companyId)),
    about(['service_ids'], () => serviceProblem(tx, discount, companyId)),
  )
}

type Problems = Record<string, string[]>

function valueProblem({ type, hundredths }: DiscountFields): Problems {
  if (hundredths <= 0) return { value: ['Valoarea trebuie să fie mai mare decât zero'] }
  return type === 'percent' && hundredths > 10_000 ? { value: ['Cel mult 100 %'] } : {}
}

function amountProblem({ maxAmountBani }: DiscountFields): Problems {
  const isNothing = maxAmountBani !== null && maxAmountBani <= 0
  return isNothing ? { max_amount: ['Suma trebuie să fie mai mare decât zero'] } : {}
}

function hourProblem({ timeFrom, timeTo }: DiscountFields): Problems {
  if ((timeFrom === null) === (timeTo === null)) return {}
  return { [timeFrom === null ? 'time_from' : 'time_to']: ['Completați ambele ore'] }
}

function dayProblem({ validFrom, validTo }: DiscountFields): Problems {
  const isTurned = validFrom !== null && validTo !== null && validTo < validFrom
  return isTurned ? { valid_to: ['Ultima zi este înaintea primei'] } : {}
}

function nthProblem({ trigger, nth }: DiscountFields): Problems {
  return trigger === 'every_nth_order' && nth === null ? { nth: ['Scrieți a câta comandă'] } : {}
}

async function codeProblem(
  tx: Tx,
  { discount, companyId, id }: { discount: DiscountFields; companyId: CompanyId; id: number | null },
): Promise<Problems> {
  const { trigger, code } = discount
  if (code === null) return trigger === 'promo_code' ? { code: ['Codul este obligatoriu'] } : {}
  if (!/^[A-Z0-9_-]{3,24}$/.test(code)) return { code: ['Între 3 și 24 de litere fără diacritice, cifre, - sau _'] }
  return (await codeIsFree(tx, { companyId, code, but: id })) ? {} : { code: ['Codul este al altei reduceri'] }
}

async function accountProblem(tx: Tx, { protocolUserId }: DiscountFields, companyId: CompanyId): Promise<Problems> {
  const isKnown = protocolUserId === null || (await isAccountOf(tx, protocolUserId, companyId))
  return isKnown ? {} : { protocol_user_id: ['Compania protocol nu există'] }
}

async function serviceProblem(tx: Tx, { serviceIds }: DiscountFields, companyId: CompanyId): Promise<Problems> {
  const unknown = await unknownServices(tx, serviceIds, companyId)
  return unknown.length > 0 ? { service_ids: ['Serviciul nu există'] } : {}
}
