import { ORDER_STATES } from '@dispecerat/domain/orders/order'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdText } from '../kernel/ids.ts'
import { Id, one, paged, pageQuery, RecordVersion, textUpTo, WireTime, WireTimeIn } from '../kernel/wire.ts'
import { LeadSource } from '../orders/lead.ts'
import { LeadMinutes } from '../orders/order-shapes.ts'

const area = 'scheduled-orders'

const REMIND = 'Între 0 și 240 de minute'
const RemindMinutes = z.number(REMIND).int(REMIND).min(0, REMIND).max(240, REMIND)

/** An order that waits for its start, or whose search has begun and which has no driver yet. */
export const ScheduledOrder = z.object({
  id: Id,
  company_id: Id,
  order_no: z.number().int().nullable(),
  state: z.enum(ORDER_STATES),
  version: RecordVersion,
  departure_time: WireTime,
  /** Start of the search; null = it has begun. */
  start_at: WireTime.nullable(),
  /** Minutes before the departure at which the search begins or began. */
  lead_minutes: z.number().int(),
  lead_source: LeadSource,
  has_own_lead: z.boolean(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  place_names: z.array(z.string()),
  options: z.array(z.string()),
  made_by: z.string().nullable(),
  driver_id: Id.nullable(),
  car_indicativ: z.string().nullable(),
  /** True when no search interval of the company applies at the start of the search, so that the fallback steps run. */
  no_rules: z.boolean(),
})
export type ScheduledOrder = z.infer<typeof ScheduledOrder>

const range = { from: WireTimeIn, to: WireTimeIn, search: textUpTo(80).optional() }

export const listScheduledOrders = endpoint({
  method: 'GET',
  path: '/api/scheduled-orders',
  does: 'Orders that leave in [from, to), the soonest first; those whose hour has come are among them until somebody drives them.',
  area,
  may: 'orders.dispatch',
  query: z.object({ ...range, ...pageQuery(100) }),
  reply: paged(ScheduledOrder),
})

export const countScheduledOrders = endpoint({
  method: 'GET',
  path: '/api/scheduled-orders/hours',
  does: 'How many orders leave in each hour of [from, to); hours without any are left out.',
  area,
  may: 'orders.dispatch',
  query: z.object(range),
  reply: z.object({
    data: z.array(z.object({ hour: WireTime, count: z.number().int() })),
    /** Number of all waiting orders, whatever their time; shown in the badge. */
    coming: z.number().int(),
  }),
})

export const ScheduleRules = z.object({
  company_id: Id,
  company_name: z.string(),
  /** The company's trips decide when searches begin, once there are enough of them; until then `scheduled_lead_min`. */
  scheduled_lead_learned: z.boolean(),
  scheduled_lead_min: z.number().int(),
  /** Minutes before the search; 0 = only when it begins. */
  remind_before_min: z.number().int(),
})
export type ScheduleRules = z.infer<typeof ScheduleRules>

export const readScheduleRules = endpoint({
  method: 'GET',
  path: '/api/scheduled-orders/rules',
  does: 'When searches of scheduled orders begin and when dispatchers are reminded, for each of my companies.',
  area,
  may: 'orders.dispatch',
  reply: z.object({ data: z.array(ScheduleRules) }),
})

export const changeScheduleRules = endpoint({
  method: 'PATCH',
  path: '/api/scheduled-orders/rules/:id',
  does: 'Change when a company’s scheduled orders are searched for; orders already placed keep their hour.',
  area,
  may: 'company_settings.edit',
  params: z.object({ id: CompanyIdText }),
  body: z
    .object({ scheduled_lead_learned: z.boolean(), scheduled_lead_min: LeadMinutes, remind_before_min: RemindMinutes })
    .partial(),
  reply: one(ScheduleRules),
  errors: ['company.unknown'],
})
