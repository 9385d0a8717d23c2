import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { textProblem } from '@dispecerat/domain/kernel/typed-text'
import { GOODS } from '@dispecerat/domain/orders/goods'
import { goodsMessages } from '../../../shared/orders/goods-messages.ts'

/** The goods of a delivery as typed. */
export interface GoodsDraft {
  packageNote: string
  /** RON, collected from the recipient. */
  codAmount: string
  weightKg: string
}

const messages = goodsMessages

export function emptyGoods(): GoodsDraft {
  return { packageNote: '', codAmount: '', weightKg: '' }
}

/** The goods of an order that is already saved. */
export function goodsOf({ package_note, cod_amount, weight_kg }: OrderView): GoodsDraft {
  return {
    packageNote: package_note ?? '',
    codAmount: cod_amount === null ? '' : asTyped(cod_amount),
    weightKg: weight_kg === null ? '' : asTyped(weight_kg),
  }
}

/** The goods as POST /api/orders takes them; call only when `goodsProblems` is empty. */
export function goodsOnWire({ packageNote, codAmount, weightKg }: GoodsDraft) {
  return {
    package_note: packageNote.trim() || null,
    cod_amount: numberOf(codAmount),
    weight_kg: numberOf(weightKg),
  }
}

/** API field → sentence, for goods that cannot be sent as typed. */
export function goodsProblems({ packageNote, codAmount, weightKg }: GoodsDraft): Record<string, string> {
  const problems = {
    package_note: textProblem(packageNote, GOODS.noteLength),
    cod_amount: amountProblem(codAmount, GOODS.maxCodRon, messages.badAmount, messages.amountTooLarge),
    weight_kg: amountProblem(weightKg, GOODS.maxKg, messages.badWeight, messages.tooHeavy(GOODS.maxKg)),
  }
  if (numberOf(weightKg) === 0) problems.weight_kg = messages.badWeight
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** '12,50', '12.5' and '1.250,00' are amounts; '12,505' and '12 lei' are none. */
function numberOf(typed: string): number | null {
  const text = typed.trim().replace(/\s/g, '')
  const plain = /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(text) ? text.replaceAll('.', '') : text
  const dotted = plain.replace(',', '.')
  return /^\d{1,9}(\.\d{1,2})?$/.test(dotted) ? Number(dotted) : null
}

function amountProblem(typed: string, max: number, bad: string, tooMuch: string): string | undefined {
  if (typed.trim() === '') return undefined
  const value = numberOf(typed)
  if (value === null) return bad
  return value > max ? tooMuch : undefined
}

function asTyped(amount: number): string {
  return String(amount).replace('.', ',')
}
