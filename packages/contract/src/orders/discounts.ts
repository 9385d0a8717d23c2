import { DISCOUNT_REFUSALS, DISCOUNT_TRIGGERS, DISCOUNT_TYPES, normalCode } from '@dispecerat/domain/orders/discount'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { CompanyIdIn, CompanyIdText, OrderIdIn, OrderIdText, UserIdIn } from '../kernel/ids.ts'
import {
  ById,
  Done,
  Id,
  one,
  Phone,
  paged,
  pageQuery,
  RecordVersion,
  Ron,
  RonIn,
  requiredText,
  textUpTo,
  WireTime,
} from '../kernel/wire.ts'

const area = 'discounts'

export const Discount = z.object({
  id: Id,
  company_id: Id,
  company_name: z.string(),
  name: z.string(),
  type: z.enum(DISCOUNT_TYPES),
  /** Percent, or RON. */
  value: z.number(),
  max_amount: Ron.nullable(),
  min_cost: Ron,
  trigger: z.enum(DISCOUNT_TRIGGERS),
  nth: z.number().int().nullable(),
  code: z.string().nullable(),
  protocol_user: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  /** 1 = Monday … 7; empty = every day. */
  days: z.array(z.number().int()),
  /** 'HH:mm', wall time in Bucharest. */
  time_from: z.string().nullable(),
  time_to: z.string().nullable(),
  /** 'YYYY-MM-DD', both ends included. */
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  max_uses: z.number().int().nullable(),
  max_uses_per_client: z.number().int().nullable(),
  /** Orders that use it now; a canceled one releases it. */
  uses_count: z.number().int(),
  service_ids: z.array(z.number().int()),
  /** Share that the company gives back to the driver. */
  compensated_percent: z.number().int(),
  is_active: z.boolean(),
  updated_at: WireTime,
  version: RecordVersion,
})
export type Discount = z.infer<typeof Discount>

const Hour = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Ora trebuie scrisă HH:mm')
  .nullable()
const Day = z.iso.date('Data trebuie scrisă AAAA-LL-ZZ').nullable()
const count = (max: number) =>
  z.number('Număr invalid').int('Număr întreg').min(1, 'Cel puțin 1').max(max, `Cel mult ${max}`).nullable()

const fields = {
  name: requiredText(80, 'Numele este obligatoriu'),
  type: z.enum(DISCOUNT_TYPES, 'Tip necunoscut'),
  value: RonIn,
  max_amount: RonIn.nullable(),
  min_cost: RonIn,
  trigger: z.enum(DISCOUNT_TRIGGERS, 'Condiție necunoscută'),
  nth: z.number('Număr invalid').int('Număr întreg').min(2, 'Cel puțin 2').max(1000, 'Cel mult 1000').nullable(),
  code: textUpTo(24)
    .transform((typed) => normalCode(typed) || null)
    .nullable(),
  protocol_user_id: UserIdIn.nullable(),
  days: z
    .array(z.number().int().min(1).max(7))
    .max(7)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  time_from: Hour,
  time_to: Hour,
  valid_from: Day,
  valid_to: Day,
  max_uses: count(10_000_000),
  max_uses_per_client: count(10_000),
  service_ids: z
    .array(z.number().int().positive())
    .max(50)
    .transform((ids) => [...new Set(ids)]),
  compensated_percent: z
    .number('Procent invalid')
    .int('Număr întreg')
    .min(0, 'Între 0 și 100 %')
    .max(100, 'Între 0 și 100 %'),
  is_active: z.boolean(),
}

export const NewDiscount = z.object({
  ...fields,
  company_id: CompanyIdIn.optional(),
  max_amount: fields.max_amount.default(null),
  min_cost: fields.min_cost.default(0),
  nth: fields.nth.default(null),
  code: fields.code.default(null),
  protocol_user_id: fields.protocol_user_id.default(null),
  days: fields.days.default([]),
  time_from: Hour.default(null),
  time_to: Hour.default(null),
  valid_from: Day.default(null),
  valid_to: Day.default(null),
  max_uses: fields.max_uses.default(null),
  max_uses_per_client: fields.max_uses_per_client.default(null),
  service_ids: fields.service_ids.default([]),
  compensated_percent: fields.compensated_percent.default(100),
  is_active: z.boolean().default(true),
})
export type NewDiscount = z.output<typeof NewDiscount>

export const DiscountChange = z.object(fields).partial()
export type DiscountChange = z.output<typeof DiscountChange>

const SORTS = ['name', 'trigger', 'value', 'valid_to', 'uses_count', 'is_active'] as const
export type DiscountSort = (typeof SORTS)[number] | `-${(typeof SORTS)[number]}`

const listFilters = {
  /** Search terms for name or code. */
  search: textUpTo(80).optional(),
  company_id: CompanyIdText.optional(),
  trigger: z.enum(DISCOUNT_TRIGGERS).optional(),
  active: z.enum(['0', '1']).optional(),
  sort: z.enum(SORTS.flatMap((key) => [key, `-${key}` as const])).default('name'),
}

export const listDiscounts = endpoint({
  method: 'GET',
  path: '/api/discounts',
  does: 'Discounts of my companies.',
  area,
  may: 'discounts.read',
  query: z.object({ ...pageQuery(30), ...listFilters }),
  reply: paged(Discount),
})

export const exportDiscounts = endpoint({
  method: 'POST',
  path: '/api/discounts/export',
  does: 'The same as a file, every page of it; a body, because a typed name or phone stands in no address.',
  area,
  may: 'discounts.read',
  body: z.object({ ...listFilters, ...exportQuery }),
  reply: TableFile,
})

export const DiscountPreview = z.object({
  /** Cost the amounts are computed from; null: not known yet. */
  cost: Ron.nullable(),
  /** null: no discount applies. Without a cost the amount is not known either. */
  best: z.object({ id: Id, name: z.string(), amount: Ron.nullable(), to_pay: Ron.nullable() }).nullable(),
  /** All active discounts of the company, each with the reason why it does not apply. */
  all: z.array(
    z.object({
      id: Id,
      name: z.string(),
      trigger: z.enum(DISCOUNT_TRIGGERS),
      code: z.string().nullable(),
      amount: Ron.nullable(),
      why_not: z.enum(DISCOUNT_REFUSALS).nullable(),
    }),
  ),
})
export type DiscountPreview = z.infer<typeof DiscountPreview>

export const previewDiscounts = endpoint({
  method: 'POST',
  path: '/api/discounts/preview',
  does: 'Which discount an order would get now, and why not the others; a body, because a phone stands in no address.',
  area,
  may: 'discounts.read',
  body: z.object({
    order_id: OrderIdIn.optional(),
    company_id: CompanyIdIn.optional(),
    client_phone: Phone.nullish(),
    service_id: z.number().int().positive().optional(),
    cost: RonIn.nullish(),
    protocol_user_id: UserIdIn.nullish(),
    promo_code: textUpTo(24).nullish(),
    discount_id: Id.nullish(),
  }),
  reply: one(DiscountPreview),
  errors: ['order.unknown', 'company.unknown'],
})

export const previewOrderDiscounts = endpoint({
  method: 'GET',
  path: '/api/discounts/preview',
  does: 'The same for an order that is placed: what it got, and what others would have given.',
  area,
  may: 'discounts.read',
  query: z.object({ order_id: OrderIdText }),
  reply: one(DiscountPreview),
  errors: ['order.unknown'],
})

export const readDiscount = endpoint({
  method: 'GET',
  path: '/api/discounts/:id',
  does: 'One discount.',
  area,
  may: 'discounts.read',
  params: ById,
  reply: one(Discount),
  errors: ['discount.unknown'],
})

export const createDiscount = endpoint({
  method: 'POST',
  path: '/api/discounts',
  does: 'A new discount; orders placed from now on may get it.',
  area,
  may: 'discounts.edit',
  body: NewDiscount,
  reply: one(Discount),
  status: 201,
  errors: ['company.unknown'],
})

export const editDiscount = endpoint({
  method: 'PATCH',
  path: '/api/discounts/:id',
  does: 'Changes the fields given; orders that have it keep what they were promised. If-Match carries the version that was read.',
  area,
  may: 'discounts.edit',
  takesVersion: true,
  params: ById,
  body: DiscountChange,
  reply: one(Discount),
  errors: ['discount.unknown', 'discount.changed_meanwhile'],
})

export const deleteDiscount = endpoint({
  method: 'DELETE',
  path: '/api/discounts/:id',
  does: 'Takes a discount away from new orders; those that have it keep it.',
  area,
  may: 'discounts.edit',
  params: ById,
  reply: Done,
  errors: ['discount.unknown'],
})

export const restoreDiscount = endpoint({
  method: 'POST',
  path: '/api/discounts/:id/restore',
  does: 'Gives a deleted discount back.',
  area,
  may: 'discounts.edit',
  params: ById,
  reply: one(Discount),
  errors: ['discount.unknown'],
})
