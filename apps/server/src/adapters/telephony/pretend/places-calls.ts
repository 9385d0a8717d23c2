import type { CallerListener, PlacedCall, PublicPhone } from '../embedded/in-process.ts'

export interface OutsideCall {
  /** E.164. */
  from: string
  /** `company-<id>`, or a number of the company in E.164. */
  dialled: string
  offer: string
  on: CallerListener
}

/** An exchange in which this process can call and be called without a websocket. */
export interface PlacesCalls {
  placeCall(call: OutsideCall): PlacedCall
  /** Calls to this number (E.164) ring here, until the returned function is called. */
  standBy(number: string, phone: PublicPhone): () => void
}

/** The exchange for callers in this process; null for an exchange that only takes outside calls. */
export function wayInto(exchange: object | null): PlacesCalls | null {
  return exchange && 'placeCall' in exchange ? (exchange as PlacesCalls) : null
}
