import type { TypedGoods, Goods as WireGoods } from '@dispecerat/contract/orders/goods'
import { baniFromRon, ronFromBani } from '@dispecerat/domain/kernel/money'
import { gramsFromKg, kgFromGrams } from '@dispecerat/domain/orders/goods'
import type { z } from 'zod'
import type { OrderColumns, OrderRecord } from '../order-record.ts'

/** Goods columns of an order. */
export type Goods = Pick<OrderRecord, 'packageNote' | 'codBani' | 'weightG' | 'prepMinutes'>
type Typed = z.output<typeof TypedGoods>

export function goodsOf({ packageNote, codBani, weightG, prepMinutes }: Goods): Goods {
  return { packageNote, codBani, weightG, prepMinutes }
}

export function typedGoods(typed: Typed): Goods {
  const nothing: Goods = { packageNote: null, codBani: null, weightG: null, prepMinutes: null }
  return { ...nothing, ...changedGoods(typed) }
}

/** Changes of the fields that were sent; null and an empty note clear a field. */
export function changedGoods({ package_note, cod_amount, weight_kg, prep_minutes }: Typed): Partial<Goods> {
  return {
    ...(package_note === undefined ? {} : { packageNote: package_note || null }),
    ...(cod_amount === undefined ? {} : { codBani: cod_amount === null ? null : baniFromRon(cod_amount) }),
    ...(weight_kg === undefined ? {} : { weightG: weight_kg === null ? null : gramsFromKg(weight_kg) }),
    ...(prep_minutes === undefined ? {} : { prepMinutes: prep_minutes }),
  }
}

type GoodsColumns = Pick<OrderColumns, 'package_note' | 'cod_bani' | 'weight_g' | 'prep_minutes'>

export function wireGoods({ package_note, cod_bani, weight_g, prep_minutes }: GoodsColumns): WireGoods {
  return {
    package_note,
    cod_amount: cod_bani === null ? null : ronFromBani(cod_bani),
    weight_kg: weight_g === null ? null : kgFromGrams(weight_g),
    prep_minutes,
  }
}

/** Preparation minutes are counted from now and take precedence over a departure sent with them. */
export function requestedDeparture(
  departure: Date | null,
  prepMinutes: number | null | undefined,
  now: Date,
): Date | null {
  return prepMinutes == null ? departure : new Date(now.getTime() + prepMinutes * 60_000)
}
