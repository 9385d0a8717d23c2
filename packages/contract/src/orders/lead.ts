import { LEAD_SOURCES, PROMISE_PROBLEMS } from '@dispecerat/domain/orders/lead'
import { z } from 'zod'

/** Where a lead comes from: the company's own trips, its number while there are too few trips, or a rule of the company or the order. */
export const LeadSource = z.enum(LEAD_SOURCES)

/** Why a departure cannot be promised to the client; the order is placed all the same. */
export const PromiseWarning = z.object({
  reason: z.enum(PROMISE_PROBLEMS),
  /** `too_soon`: minutes that a car needs from the start of the search, and minutes that the search has. */
  needed_minutes: z.number().int().nullable(),
  left_minutes: z.number().int().nullable(),
  /** `rarely_served`: past orders of the zone and hour, and how many of them found no driver. */
  orders: z.number().int().nullable(),
  unserved: z.number().int().nullable(),
})
export type PromiseWarning = z.infer<typeof PromiseWarning>
