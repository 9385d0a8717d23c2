import { FieldErrors } from './errors.ts'

const MINUTE_MS = 60_000
const FURTHEST_DAYS = 30
/** How long before a departure its search begins, at most: half a day. */
export const MAX_LEAD_MINUTES = 720
/** A departure this far in the past was typed a while ago: it means now. */
const PAST_MINUTES = 5

export interface Departure {
  departureAt: Date
  /** When the search begins; null = at once. */
  startAt: Date | null
}

/**
 * When an order leaves and when its search begins. No wish, or one more than 5 minutes past, is now; later than
 * `leadMinutes` ahead waits until the lead begins. Throws FieldErrors on `departure_time` beyond 30 days.
 */
export function planDeparture(requested: Date | null, now: Date, leadMinutes: number): Departure {
  const ahead = requested === null ? 0 : requested.getTime() - now.getTime()
  if (requested === null || ahead < -PAST_MINUTES * MINUTE_MS) return { departureAt: now, startAt: null }
  if (ahead > FURTHEST_DAYS * 24 * 60 * MINUTE_MS) {
    throw new FieldErrors({ departure_time: [`Cel mult ${FURTHEST_DAYS} de zile înainte`] })
  }
  const leadMs = leadMinutes * MINUTE_MS
  return { departureAt: requested, startAt: ahead > leadMs ? new Date(requested.getTime() - leadMs) : null }
}
