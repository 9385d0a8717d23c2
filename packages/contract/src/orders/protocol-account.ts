import { ORDER_TEXT } from '@dispecerat/domain/kernel/typed-text'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { Id, Latitude, Longitude, one, Ron, requiredText } from '../kernel/wire.ts'

/** A protocol account's view of itself: contract, month and credit. */
export const ProtocolAccount = z.object({
  id: Id,
  name: z.string().nullable(),
  company: z.object({ id: Id, name: z.string(), package_id: z.number().int(), phone: z.string().nullable() }),
  contract_no: z.string().nullable(),
  /** 'YYYY-MM-DD'; null = open-ended. */
  contract_until: z.string().nullable(),
  /** True when orders can be placed on it today. */
  is_active: z.boolean(),
  /** null: no limit. */
  credit_limit: Ron.nullable(),
  /** Ordered and not paid yet; open orders count with their estimate. */
  open_amount: Ron,
  /** Since the first of the month in Bucharest: orders created and not canceled; finished ones and their cost, as on the statement. */
  month: z.object({ orders: z.number().int(), finished: z.number().int(), cost: Ron }),
  /** Fixed pickup of every order of the account; null: the account types it. */
  pickup: z.object({ name: z.string(), lat: z.number(), long: z.number() }).nullable(),
  /** The account's stored address: fixed for a delivery, proposed for a ride; null: none. */
  own_pickup: z.object({ name: z.string(), lat: z.number(), long: z.number() }).nullable(),
  /** The service of the company's package. */
  service_id: z.number().int(),
})
export type ProtocolAccount = z.infer<typeof ProtocolAccount>

export const readProtocolAccount = endpoint({
  method: 'GET',
  path: '/api/protocol-account',
  does: 'The contract, the credit and the month of the account that is logged in.',
  area: 'accounts',
  may: 'protocol_account.own',
  reply: one(ProtocolAccount),
  errors: ['account.no_contract'],
})

export const saveOwnPickup = endpoint({
  method: 'PUT',
  path: '/api/protocol-account/pickup',
  does: 'Where the account is fetched from when it says nothing else; null takes the address away.',
  area: 'accounts',
  may: 'protocol_account.edit',
  body: z.object({
    pickup: z
      .object({
        name: requiredText(ORDER_TEXT.placeName, 'Scrieți adresa'),
        lat: Latitude,
        long: Longitude,
      })
      .nullable(),
  }),
  reply: one(ProtocolAccount),
  errors: ['account.no_contract'],
})
