import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { CallEndReason } from '@dispecerat/domain/telephony/call'
import type { PlaybackWord } from '@dispecerat/domain/telephony/playback'

/** The exchange's id of a call, the same until it is over: the SIP Call-ID of the outer party's leg. */
interface OfCall {
  sipCallerId: string
}

/** Events of an exchange, which is authoritative for ringing, active and ended calls, whatever the browsers assume. */
export type TelephonyEvent =
  | (OfCall & {
      type: 'ringing'
      /** E.164. */
      from: string
      /** The company whose number was dialled. */
      companyId: CompanyId
    })
  | (OfCall & {
      type: 'dialled'
      /** The dispatcher who dialled. */
      userId: UserId
      companyId: CompanyId
      /** E.164. */
      to: string
    })
  | (OfCall & {
      /** Incoming call: this dispatcher's phone has it. Dialled call: the called party picked up. */
      type: 'answered'
      userId: UserId
    })
  | (OfCall & {
      /** The dispatcher holds or resumes, from any phone. */
      type: 'held' | 'resumed'
      userId: UserId
    })
  | (OfCall & {
      type: 'recorded'
      /** The exchange's name of the sound file, for `recording`. */
      file: string
      seconds: number
    })
  | (OfCall & {
      type: 'ended'
      /** The side that hung up; or the dispatcher's connection broke and did not return; or a dialled party was not reached. */
      because: 'caller_hung_up' | 'dispatcher_hung_up' | 'connection_lost' | 'not_reached'
    })

/** A call in the current state of the exchange. */
export interface CallAtExchange extends OfCall {
  state: 'ringing' | 'answered'
  /** The dispatcher of the active call; null while it rings. */
  userId: UserId | null
  isHeld: boolean
  /** Caller and company, where the exchange still knows them, so that a call whose ringing event was missed can be added. */
  outer?: { phone: string; companyId: CompanyId }
}

/** The outer party's side refuses to move its call: trunks without REFER. Nothing has changed. */
export class CallStays extends Error {}

/** The exchange reported a call that the server does not know. */
export class UnknownCall extends Error {}

/** A sound that the server plays to a called party. */
export interface Announcement extends OfCall {
  /** The company whose number is shown. */
  companyId: CompanyId
  /** E.164. */
  to: string
  /** G.711 µ-law, 8 kHz. */
  sound: Buffer
}

/** Events of an announcement, in this order; the last is `ended`, unless the server hangs up. */
export type AnnouncementEvent = Exclude<PlaybackWord, { type: 'lost' }>

/** A source of calls. */
export interface CallSource {
  /** Sets the listener for events on this node; events of one call are serialised. Set it before anything rings. */
  onEvent(listener: (event: TelephonyEvent) => Promise<void>): void
  /** Ends the outer party's side of a call that is over for the server; an unknown call is ignored. */
  hangUp(sipCallerId: string, why: CallEndReason): void
}

/** An external exchange or the embedded one, behind one interface. */
export interface Telephony extends CallSource {
  /** True when answers come as events: a browser's claim to have answered is not accepted before. */
  readonly reportsWhoAnswers: boolean
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * False while it cannot be reached: no phone rings, and the workspace continues without. An exchange in this process is always reachable.
   */
  isWell?(): boolean
  /** Every call that is not over, after a start or a lost connection; null when the exchange cannot be reached. */
  snapshot(): Promise<CallAtExchange[] | null>
  /**
   * Moves the caller to another dispatcher's phone, or to a new page of the same one; false when that phone is not there. Throws
   * `CallStays` when the caller's side refuses.
   */
  connect(sipCallerId: string, userId: UserId): Promise<boolean>
  /** True when a phone of this dispatcher is registered, by the events so far. */
  isReachable(userId: UserId): boolean
  /** Reads the current registrations of an external exchange, in case events were missed. */
  lookAround?(): Promise<void>
  /**
   * Calls a party and plays a sound; pressed keys are reported (SIP INFO, RFC 4733). `hangUp` ends
   * it. No snapshot contains it.
   */
  announce?(call: Announcement, onEvent: (word: AnnouncementEvent) => void): void
  /** The websocket of a browser's phone, at PHONE_PATH; its origin is checked already. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void
  /** The sound of a recorded call; null when it is not stored. */
  recording(
    file: string,
  ): Promise<{ mime: string; bytes: number; open(from: number, to: number): NodeJS.ReadableStream } | null>
}

/** Path to which browsers' phones connect, on the origin of the console itself. */
export const PHONE_PATH = '/sip'

/** Data of the server that an exchange needs. */
export interface PhoneDirectory {
  /** The account that may register or call with this extension; null refuses. */
  account(extension: string): Promise<PhoneAccount | null>
  /** The company of a dialled number (E.164, or `company-<id>`). `by`, an account for callers, reaches only its own company. */
  companyOfLine(dialled: string, by?: PhoneAccount): Promise<CompanyId | null>
  /** Users whose phones ring for a company: they may take calls, and are present. */
  dispatchersOf(companyId: CompanyId): Promise<readonly UserId[]>
}

export interface PhoneAccount {
  extension: string
  userId: UserId
  password: string
  /** A `caller` represents the public: it may show any number as its own, and is called only by that number. */
  kind: 'dispatcher' | 'caller'
  /** The company for which it makes outgoing calls. */
  companyId: CompanyId
}
