import type { CallerListener, PlacedCall, PublicPhone } from '../embedded/in-process.ts'

export interface OutsideCall {
  /** E.164. */
  from: string
  /** `company-<id>`, or a number of the company in E.164. */
  dialled: string
  offer: string
  on: CallerListener
}

/** An exchange that lets this very process ring in, and be rung up, without a websocket. */
export interface PlacesCalls {
  placeCall(call: OutsideCall): PlacedCall
  /** Whoever rings this number (E.164) up rings here, until the returned function is called. */
  standBy(number: string, phone: PublicPhone): () => void
}

/** The exchange as a way in for this process; null for one that is only rung from outside. */
export function wayInto(exchange: object | null): PlacesCalls | null {
  return exchange && 'placeCall' in exchange ? (exchange as PlacesCalls) : null
}
