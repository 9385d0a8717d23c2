import { ORDER_TEXT } from '@dispecerat/domain/typed-text'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Latitude, Longitude, one, Ron, requiredText } from './wire.ts'

/** A protocol account as it sees itself: its contract, its month, its credit. */
export const ProtocolAccount = z.object({
  id: Id,
  name: z.string().nullable(),
  company: z.object({ id: Id, name: z.string(), package_id: z.number().int(), phone: z.string().nullable() }),
  contract_no: z.string().nullable(),
  /** 'YYYY-MM-DD'; null runs on. */
  contract_until: z.string().nullable(),
  /** Whether orders can be placed on it today. */
  is_active: z.boolean(),
  /** null: without a limit. */
  credit_limit: Ron.nullable(),
  /** What is ordered and not paid yet; open orders count with their estimate. */
  open_amount: Ron,
  /** Since the first of the month in Bucharest: orders made and not canceled; those that ended and what they cost, as on the statement. */
  month: z.object({ orders: z.number().int(), finished: z.number().int(), cost: Ron }),
  /** Every order of the account begins here; null: the account types where. */
  pickup: z.object({ name: z.string(), lat: z.number(), long: z.number() }).nullable(),
  /** The address it keeps for itself: the fixed one of a delivery, the proposed one of a ride; null: none. */
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
