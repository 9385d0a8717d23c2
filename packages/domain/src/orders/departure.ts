import { FieldErrors } from '../kernel/errors.ts'

const MINUTE_MS = 60_000
/** The furthest departure that may be requested. */
export const FURTHEST_DAYS = 30
/** A departure at most this far in the past is read as now: it was typed a few minutes ago. */
const PAST_MINUTES = 5

export interface Departure {
  departureAt: Date
  /** Start of the search; null = at once. */
  startAt: Date | null
}

/**
 * Departure of an order and start of its search. Without a requested time, or with one more than 5 minutes past, it departs now; later than
 * `leadMinutes` ahead it waits until the lead begins. Throws FieldErrors on `departure_time` beyond 30 days.
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
