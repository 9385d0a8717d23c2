import { GOODS } from '@dispecerat/domain/orders/goods'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByOrderId } from '../kernel/ids.ts'
import { one, Ron, RonIn, textUpTo, WireTime } from '../kernel/wire.ts'

/** Goods carried by a courier; all null on a ride. */
export const Goods = z.object({
  package_note: z.string().nullable(),
  /** Ramburs: cash collected from the recipient. */
  cod_amount: Ron.nullable(),
  weight_kg: z.number().nullable(),
  /** Preparation time promised by the kitchen; the departure was computed from it. */
  prep_minutes: z.number().int().nullable(),
})
export type Goods = z.infer<typeof Goods>

const Kilograms = z
  .number('Greutate invalidă')
  .min(0.01, 'Cel puțin 0,01 kg')
  .max(GOODS.maxKg, `Cel mult ${GOODS.maxKg} kg`)
  .refine((kg) => Math.abs(kg * 100 - Math.round(kg * 100)) < 1e-6, 'Cel mult două zecimale')

/** Goods of an order as the client types them; `prep_minutes` sets the departure to this many minutes from now. */
export const TypedGoods = z.object({
  package_note: textUpTo(GOODS.noteLength).nullish(),
  cod_amount: RonIn.nullish(),
  weight_kg: Kilograms.nullish(),
  prep_minutes: z
    .number('Minute invalide')
    .int('Minutele trebuie să fie întregi')
    .min(0, 'Minutele nu pot fi negative')
    .max(GOODS.maxPrepMinutes, `Cel mult ${GOODS.maxPrepMinutes} de minute`)
    .nullish(),
})

export const ProofPhoto = z.object({
  content_type: z.enum(['image/jpeg', 'image/png']),
  base64: z.string(),
  taken_at: WireTime,
})

export const readProofPhoto = endpoint({
  method: 'GET',
  path: '/api/orders/:id/proof-photo',
  does: 'The photo the courier took of the delivery.',
  area: 'orders',
  may: 'orders.read',
  params: ByOrderId,
  reply: one(ProofPhoto),
  errors: ['order.unknown', 'order.no_photo'],
})
