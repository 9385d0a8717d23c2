/** What a side says to an offer: a description with 200, or why not. */
export interface Described {
  status: number
  sdp: string
}

/** How an offer is carried within a call. */
export type OfferMethod = 'INVITE' | 'UPDATE'

/** Keys pressed during a call, as a SIP INFO carries them. */
export interface Info {
  type: string
  body: string
}

/** One side of a call that has been answered: a phone behind a websocket, or a pretend caller in this process. */
export interface Leg {
  /** A phone that may come back on another socket, or null for what lives in this process. */
  readonly page: string | null
  /** Set once, before anything can be heard. */
  listen(listener: LegListener): void
  /** 491 when an offer is under way already, in either direction. */
  offer(sdp: string, method: OfferMethod): Promise<Described>
  sendInfo(info: Info): Promise<number>
  /** Ends this side; more than once is no mistake. */
  bye(cause: number, why: string): void
}

/** What the call hears from its side. */
export interface LegListener {
  offered(sdp: string, method: OfferMethod): Promise<Described>
  told(info: Info): Promise<number>
  /** This side hung up. */
  bye(): void
  /** Its socket is gone; it may come back. */
  lost(): void
  /** The same phone is back on a new socket, its sound unbroken. */
  returned(): void
}

/** Who rings in and waits for an answer. */
export interface Waiting {
  rings(status: 180 | 182): void
  accept(sdp: string): Leg
  refuse(status: number): void
}

/** A phone that rings because of us. */
export interface Rung {
  /** Stops it; an answer on its way is ended. */
  cancel(cause: number, why: string): void
}

export interface RungListener {
  rings(): void
  /** `sdp` answers what it was rung with; rung without an offer, it is its own and `acknowledge` gives it the answer. */
  answered(leg: Leg, sdp: string, acknowledge: (sdp: string) => void): void
  /** It will not; null: its line is gone. */
  refused(status: number | null): void
}
