/** Response to an offer: a description with 200, or a refusal. */
export interface Described {
  status: number
  sdp: string
}

/** SIP method of an offer within a call. */
export type OfferMethod = 'INVITE' | 'UPDATE'

/** Keys pressed during a call, as a SIP INFO carries them. */
export interface Info {
  type: string
  body: string
}

/** One side of an answered call: a phone behind a websocket, or a simulated caller in this process. */
export interface Leg {
  /** Identifies a phone that may come back on another socket; null for a caller in this process. */
  readonly page: string | null
  /** Set once, before the first event. */
  listen(listener: LegListener): void
  /** Status 491 when an offer is pending already, in either direction. */
  offer(sdp: string, method: OfferMethod): Promise<Described>
  sendInfo(info: Info): Promise<number>
  /** Ends this side; idempotent. */
  bye(cause: number, why: string): void
}

/** Events of one side, for its call. */
export interface LegListener {
  offered(sdp: string, method: OfferMethod): Promise<Described>
  onInfo(info: Info): Promise<number>
  /** This side hung up. */
  bye(): void
  /** Its socket is closed; it may come back. */
  lost(): void
  /** The same phone is back on a new socket, its sound uninterrupted. */
  returned(): void
}

/** A caller who waits for an answer. */
export interface Waiting {
  rings(status: 180 | 182): void
  accept(sdp: string): Leg
  refuse(status: number): void
}

/** A phone that the exchange rings. */
export interface Rung {
  /** Stops it; an answer on its way is ended. */
  cancel(cause: number, why: string): void
}

export interface RungListener {
  rings(): void
  /** `sdp` answers the offer of the INVITE. Without an offer, it is the phone's own, and `acknowledge` sends the answer. */
  answered(leg: Leg, sdp: string, acknowledge: (sdp: string) => void): void
  /** The phone refused; null: its connection is closed. */
  refused(status: number | null): void
}
