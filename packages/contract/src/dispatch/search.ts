import {
  NOTIFICATION_METHODS,
  OFFER_FATES,
  PASS_REASONS,
  SEARCH_ORDERS,
  SEARCH_TYPES,
} from '@dispecerat/domain/dispatch/search-rules'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { OrderIdText } from '../kernel/ids.ts'
import { Id, Switch, WireTime } from '../kernel/wire.ts'

const area = 'search'

export const SearchedDriver = z.object({
  driver: z.object({ id: Id, identifier: z.string().nullable(), name: z.string().nullable(), indicativ: z.string() }),
  rank: z.number().int(),
  viewed: z.boolean(),
  accepted: z.boolean(),
  fate: z.enum(OFFER_FATES),
  distance_m: z.number().int().nullable(),
  route_m: z.number().int().nullable(),
  /** The router did not answer: `route_m` is estimated from the straight line. */
  route_is_guess: z.boolean(),
  is_priority: z.boolean(),
  notified_at: WireTime.nullable(),
  viewed_at: WireTime.nullable(),
  responded_at: WireTime.nullable(),
})

/** Drivers of other companies as counts only: identity, position and answers are their company's data. */
const OtherCompanies = z.object({
  asked: z.array(z.object({ fate: z.enum(OFFER_FATES), count: z.number().int() })),
  passed_over: z.array(z.object({ reason: z.enum(PASS_REASONS), count: z.number().int() })),
})

export const SearchRoundView = z.object({
  id: Id,
  walk_no: z.number().int(),
  /** 1-based place in the method. */
  step: z.number().int(),
  steps: z.number().int(),
  params: z.object({
    search_order_by: z.enum(SEARCH_ORDERS),
    /** Null for the step of drivers named by the dispatcher. */
    search_type: z.enum(SEARCH_TYPES).nullable(),
    notification_method: z.enum(NOTIFICATION_METHODS),
    search_time: z.number(),
    search_limit: z.number(),
    /** Offers were released a few at a time. */
    stagger: z.object({ drivers: z.number().int(), seconds: z.number().int() }).nullable(),
  }),
  started_at: WireTime,
  ends_at: WireTime,
  ended_at: WireTime.nullable(),
  /** The step is over; its list stays with the drivers until the walk ends. */
  is_pinned: z.boolean(),
  /** All steps are over: the order waits for drivers whose phones ring for other orders. */
  is_waiting: z.boolean(),
  outcome: z.enum(['accepted', 'expired', 'withdrawn']).nullable(),
  /** Drivers of the actor's companies, and another company's car if it has the order. */
  drivers: z.array(SearchedDriver),
  /** All other drivers of the actor's companies, by reason. */
  passed_over: z.array(
    z.object({
      driver_id: Id,
      indicativ: z.string(),
      reason: z.enum(PASS_REASONS),
      /** How far the nearest drivers beyond the step's limit are, by the step's measure; null for the others. */
      distance_m: z.number().int().nullable(),
      /** A road that is estimated from the straight line. */
      distance_is_guess: z.boolean(),
      /** With excluded_by_dispatcher: why the order was taken back. */
      note: z.string().optional(),
    }),
  ),
  others: OtherCompanies,
})
export const Searches = z.object({ searches: z.array(SearchRoundView) })
export type Searches = z.infer<typeof Searches>

export const readOrderDrivers = endpoint({
  method: 'GET',
  path: '/order-drivers',
  does: "The search rounds of an order's last walk, or of all walks with all=1.",
  area,
  may: 'orders.history',
  query: z.object({ orderId: OrderIdText, all: Switch.optional() }),
  reply: Searches,
  errors: ['order.unknown'],
})
