import { FieldErrors } from '@dispecerat/domain/errors'
import type { Tx } from '../db/database.ts'
import { type DiscountFields, isAccountOf, unknownServices } from './discounts.store.ts'

/** Fields that only one kind of trigger has are emptied under the others. */
export function tidied(discount: DiscountFields): DiscountFields {
  const { trigger } = discount
  return {
    ...discount,
    nth: trigger === 'every_nth_order' ? discount.nth : null,
    code: trigger === 'promo_code' ? discount.code : null,
    protocolUserId: trigger === 'protocol_company' ? discount.protocolUserId : null,
  }
}

/** FieldErrors, by the names of the wire, for what no discount can be. */
export async function requireSound(tx: Tx, discount: DiscountFields, companyId: number): Promise<void> {
  const problems: Record<string, string[]> = { ...amountProblems(discount), ...timeProblems(discount) }
  if (discount.trigger === 'every_nth_order' && discount.nth === null) problems.nth = ['Scrieți a câta comandă']
  if (discount.trigger === 'promo_code' && discount.code === null) problems.code = ['Codul este obligatoriu']
  if (discount.code !== null && !/^[A-Z0-9_-]{3,24}$/.test(discount.code)) {
    problems.code = ['Între 3 și 24 de litere fără diacritice, cifre, - sau _']
  }
  const { protocolUserId } = discount
  if (protocolUserId !== null && !(await isAccountOf(tx, protocolUserId, companyId))) {
    problems.protocol_user_id = ['Compania protocol nu există']
  }
  if ((await unknownServices(tx, discount.serviceIds, companyId)).length > 0) {
    problems.service_ids = ['Serviciul nu există']
  }
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
}

function amountProblems({ type, hundredths, maxAmountBani }: DiscountFields): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  if (hundredths <= 0) problems.value = ['Valoarea trebuie să fie mai mare decât zero']
  if (type === 'percent' && hundredths > 10_000) problems.value = ['Cel mult 100 %']
  if (maxAmountBani !== null && maxAmountBani <= 0) problems.max_amount = ['Suma trebuie să fie mai mare decât zero']
  return problems
}

function timeProblems({ timeFrom, timeTo, validFrom, validTo }: DiscountFields): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  if (timeFrom === null && timeTo !== null) problems.time_from = ['Completați ambele ore']
  if (timeFrom !== null && timeTo === null) problems.time_to = ['Completați ambele ore']
  if (validFrom !== null && validTo !== null && validTo < validFrom) {
    problems.valid_to = ['Ultima zi este înaintea primei']
  }
  return problems
}
