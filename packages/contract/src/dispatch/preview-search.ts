import {
  NOTIFICATION_METHODS,
  PASS_REASONS,
  SEARCH_ORDERS,
  SEARCH_TYPES,
} from '@dispecerat/domain/dispatch/search-rules'
import { MAX_PLACES } from '@dispecerat/domain/kernel/typed-text'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { Id, Latitude, Longitude, one, WireTime } from '../kernel/wire.ts'
import { LeadSource, PromiseWarning } from '../orders/lead.ts'
import { NewOrder } from '../orders/order-shapes.ts'

/** The part of an unsaved order that the search uses; no phone is needed. */
const PreviewRequest = NewOrder.pick({
  departure_time: true,
  lead_minutes: true,
  options: true,
  custom_driver_ids: true,
  send_to_other_company: true,
  search_company_ids: true,
}).extend({
  service_id: z.number().int().positive().default(1),
  /** Only place A is used. */
  places: z
    .array(z.object({ lat: Latitude, long: Longitude }))
    .min(1, 'Please enter address')
    .max(MAX_PLACES),
  /** All drivers with a reason, instead of the nearest few of each step. */
  full: z.boolean().default(false),
})

const PreviewedDriver = z.object({
  driver_id: Id,
  indicativ: z.string(),
  rank: z.number().int(),
  distance_m: z.number().int(),
  route_m: z.number().int().nullable(),
  /** The router did not answer: `route_m` is estimated from the straight line. */
  route_is_guess: z.boolean(),
  is_priority: z.boolean(),
  is_partner: z.boolean(),
})

const PassedDriver = z.object({
  driver_id: Id,
  indicativ: z.string(),
  reason: z.enum(PASS_REASONS),
  /** End of the ban, for a driver of the actor's companies. */
  until: WireTime.nullable(),
  /** By the step's measure for the nearest drivers beyond its limit, otherwise the straight line. */
  distance_m: z.number().int().nullable(),
  /** A road that is estimated from the straight line. */
  distance_is_guess: z.boolean(),
})

const PreviewedStep = z.object({
  step: z.number().int(),
  params: z.object({
    search_order_by: z.enum(SEARCH_ORDERS),
    /** Null for the step of drivers named by the dispatcher. */
    search_type: z.enum(SEARCH_TYPES).nullable(),
    notification_method: z.enum(NOTIFICATION_METHODS),
    search_time: z.number(),
    search_limit: z.number(),
  }),
  drivers: z.array(PreviewedDriver),
  /** The nearest first; all of them only with `full`. */
  passed_over: z.array(PassedDriver),
  passed_over_count: z.number().int(),
  /** Drivers of other companies, as counts. */
  others: z.object({
    asked: z.number().int(),
    passed_over: z.array(z.object({ reason: z.enum(PASS_REASONS), count: z.number().int() })),
  }),
})

export const SearchPreview = z.object({
  /** Start of the search, which decides the interval. */
  at: WireTime,
  /** Minutes before the departure at which the search would begin; null for an order for now. */
  lead: z.object({ minutes: z.number().int(), source: LeadSource }).nullable(),
  /** The departure cannot be promised. */
  warning: PromiseWarning.nullable(),
  /** Null when no interval applies and the fallback steps would run. */
  interval_id: Id.nullable(),
  steps: z.array(PreviewedStep),
})
export type SearchPreview = z.infer<typeof SearchPreview>

export const previewSearch = endpoint({
  method: 'POST',
  path: '/order-drivers/preview',
  does: 'Whom an order that is not saved would ring at now, step by step, and why not the others.',
  area: 'search',
  may: 'orders.dispatch',
  body: PreviewRequest,
  reply: one(SearchPreview),
  errors: ['company.unknown'],
})
