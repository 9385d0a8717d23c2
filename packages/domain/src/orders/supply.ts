/** Forecast horizon of a zone. */
export const SUPPLY_MINUTES = 10
/** Number of past weeks in which the same hour is averaged. */
export const USUAL_WEEKS = 8

export interface Supply {
  freeNow: number
  freeSoon: number
  waiting: number
  /** Orders in an average hour like this; null without a past. */
  usualOrders: number | null
}

/** Cars a zone will lack in ten minutes: waiting orders plus a sixth of an average hour, minus cars free now or soon; 0 = enough. */
export function shortageOf({ freeNow, freeSoon, waiting, usualOrders }: Supply): number {
  const toCome = ((usualOrders ?? 0) * SUPPLY_MINUTES) / 60
  return Math.max(0, Math.round(waiting + toCome - freeNow - freeSoon))
}
