import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { CallEndReason } from '@dispecerat/domain/call'
import type { PlaybackWord } from '@dispecerat/domain/playback'

/** The exchange's name for a call, the same until it is over: the SIP Call-ID of the outer party's leg. */
interface OfCall {
  sipCallerId: string
}

/** What an exchange tells; it knows who rings, who talks and who is gone, whatever the browsers believe. */
export type TelephonyEvent =
  | (OfCall & {
      type: 'ringing'
      /** E.164. */
      from: string
      /** Whose number was dialled. */
      companyId: number
    })
  | (OfCall & {
      type: 'dialled'
      /** The dispatcher who rings somebody up. */
      userId: number
      companyId: number
      /** E.164. */
      to: string
    })
  | (OfCall & {
      /** Of the callers' phones: this dispatcher has him. Of a dialled call: the called party picked up. */
      type: 'answered'
      userId: number
    })
  | (OfCall & {
      /** The dispatcher holds or resumes, from whatever phone. */
      type: 'held' | 'resumed'
      userId: number
    })
  | (OfCall & {
      type: 'recorded'
      /** What the exchange calls the sound file; `recording` reads it. */
      file: string
      seconds: number
    })
  | (OfCall & {
      type: 'ended'
      /** Who hung up; or the dispatcher's line broke and did not come back; or a dialled party was not reached. */
      because: 'caller_hung_up' | 'dispatcher_hung_up' | 'connection_lost' | 'not_reached'
    })

/** A call as the exchange has it now. */
export interface CallAtExchange extends OfCall {
  state: 'ringing' | 'answered'
  /** The dispatcher who talks; null while it rings. */
  userId: number | null
  isHeld: boolean
  /** Who rang which company, where the exchange still knows: a call whose ringing nobody heard is made up for. */
  outer?: { phone: string; companyId: number }
}

/** The outer party's side does not let its call be moved: trunks that refuse REFER. Nothing has changed. */
export class CallStays extends Error {}

/** The exchange told of a call that is no call of the house. */
export class UnknownCall extends Error {}

/** What the house says to somebody by itself. */
export interface Announcement extends OfCall {
  /** Whose number is shown. */
  companyId: number
  /** E.164. */
  to: string
  /** G.711 µ-law, 8 kHz. */
  sound: Buffer
}

/** What is told of it, in this order; the last word is `ended`, unless the house hangs up. */
export type AnnouncementEvent = Exclude<PlaybackWord, { type: 'lost' }>

/** Where calls come from. */
export interface CallSource {
  /** Who hears the events, on this node; one after another for one call. Set before anything rings. */
  onEvent(listener: (event: TelephonyEvent) => Promise<void>): void
  /** Ends the outer party's side of a call that is over for the house; a call it does not know is no mistake. */
  hangUp(sipCallerId: string, why: CallEndReason): void
}

/** Somebody else's exchange, or the one that comes with the house, behind one face. */
export interface Telephony extends CallSource {
  /** Answers come as events: who only says that he answered is not believed before. */
  readonly reportsWhoAnswers: boolean
  start(): Promise<void>
  stop(): Promise<void>
  /** False while it cannot be reached: nobody rings, and the desk works on without. An exchange of this process always can. */
  isWell?(): boolean
  /** Every call that is not over, after a start or a lost connection; null when the exchange cannot be asked now. */
  snapshot(): Promise<CallAtExchange[] | null>
  /**
   * Gives the caller to another dispatcher's phone, or to a new page of the same one; false when that phone is not there. Throws
   * `CallStays` when the caller's side refuses.
   */
  connect(sipCallerId: string, userId: number): Promise<boolean>
  /** A phone of this dispatcher is registered, as far as the exchange has told. */
  isReachable(userId: number): boolean
  /** Asks who is registered now, where the exchange is beside the house and what it told may have been missed. */
  lookAround?(): Promise<void>
  /**
   * Rings somebody up and says something to him, by an exchange that can; keys he presses are told (SIP INFO, RFC 4733). `hangUp` ends
   * it. It stands in no snapshot.
   */
  announce?(call: Announcement, onEvent: (word: AnnouncementEvent) => void): void
  /** The websocket of a browser's phone, at PHONE_PATH; its origin is checked already. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void
  /** The sound of a recorded call; null when it is not kept. */
  recording(
    file: string,
  ): Promise<{ mime: string; bytes: number; open(from: number, to: number): NodeJS.ReadableStream } | null>
}

/** Where browsers' phones connect to, on the origin of the console itself. */
export const PHONE_PATH = '/sip'

/** What an exchange asks of the house. */
export interface PhoneDirectory {
  /** Who may register or call with this name; null refuses. */
  account(extension: string): Promise<PhoneAccount | null>
  /** The company a dialled number (E.164, or `company-<id>`) belongs to. `by`, who stands in for the public, rings only at his own. */
  companyOfLine(dialled: string, by?: PhoneAccount): Promise<number | null>
  /** Users whose phones ring for a company: they may take calls, and are present. */
  dispatchersOf(companyId: number): Promise<readonly number[]>
}

export interface PhoneAccount {
  extension: string
  userId: number
  password: string
  /** A `caller` stands in for the public: it may show any number as its own, and nobody rings it but by that number. */
  kind: 'dispatcher' | 'caller'
  /** Whose outgoing calls it makes. */
  companyId: number
}
