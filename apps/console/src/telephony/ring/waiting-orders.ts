/** An order in the pending queue that plays tones until it is seen. */
interface WaitingOrder {
  /** Time of the last tones; null before the first. */
  notifiedAt: number | null
  isSeen: boolean
}

/** By order id. */
export type WaitingOrders = ReadonlyMap<number, WaitingOrder>

export const REPEAT_INTERVAL_MS = 60_000

/** Applies an order's current state: entering the queue starts its tones, leaving it forgets them. */
export function applyOrder(waiting: WaitingOrders, id: number, isInQueue: boolean): WaitingOrders {
  if (isInQueue === waiting.has(id)) return waiting
  const next = new Map(waiting)
  if (isInQueue) next.set(id, { notifiedAt: null, isSeen: false })
  else next.delete(id)
  return next
}

/**
 * A dispatcher who sees the list has seen what was announced; an order that entered in the same moment is still
 * announced once.
 */
export function seeAll(waiting: WaitingOrders): WaitingOrders {
  if (![...waiting.values()].some(({ isSeen, notifiedAt }) => !isSeen && notifiedAt !== null)) return waiting
  return new Map([...waiting].map(([id, order]) => [id, { ...order, isSeen: order.notifiedAt !== null }]))
}

/** Two tones when it enters, and again each 60 s while nobody has seen it. */
export function tonesAreDue(waiting: WaitingOrders, now: number): boolean {
  return [...waiting.values()].some(
    ({ isSeen, notifiedAt }) => !isSeen && (notifiedAt === null || now - notifiedAt >= REPEAT_INTERVAL_MS),
  )
}

/** One pair of tones announces all of them. */
export function notifiedNow(waiting: WaitingOrders, now: number): WaitingOrders {
  return new Map([...waiting].map(([id, order]) => [id, { ...order, notifiedAt: now }]))
}
