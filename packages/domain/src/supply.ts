/** How far ahead a zone is looked at. */
export const SUPPLY_MINUTES = 10
/** How many weeks back the same hour is looked at. */
export const USUAL_WEEKS = 8

export interface Supply {
  freeNow: number
  freeSoon: number
  waiting: number
  /** Orders in a usual hour like this; null without a past. */
  usualOrders: number | null
}

/** Cars a zone will lack in ten minutes: who waits and a sixth of a usual hour, less who is or will be free; 0 = enough. */
export function shortageOf({ freeNow, freeSoon, waiting, usualOrders }: Supply): number {
  const toCome = ((usualOrders ?? 0) * SUPPLY_MINUTES) / 60
  return Math.max(0, Math.round(waiting + toCome - freeNow - freeSoon))
}
