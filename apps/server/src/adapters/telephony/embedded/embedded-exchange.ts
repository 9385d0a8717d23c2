import crypto from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { CallEndReason } from '@dispecerat/domain/telephony/call'
import type { Logger } from 'pino'
import type { SocketQuota } from '../../../platform/http/socket-limits.ts'
import { kindOfError } from '../../../platform/lifecycle/kind-of-error.ts'
import type { FloodedWith, SipRefusal } from '../../../platform/telemetry/sip-refusals.ts'
import type { Sayer } from '../pretend/voices.ts'
import { VoicesInThread } from '../pretend/voices-in-thread.ts'
import type {
  Announcement,
  AnnouncementEvent,
  CallAtExchange,
  PhoneAccount,
  PhoneDirectory,
  Telephony,
  TelephonyEvent,
} from '../telephony.ts'
import { Announcements } from './announcements.ts'
import type { CallTimes } from './call.ts'
import type { CallerListener, PlacedCall, PublicPhone } from './in-process.ts'
import { Reception } from './reception.ts'
import { Registrar } from './registrar.ts'
import { Digest } from './sip/digest.ts'
import type { SipRequest } from './sip/sip-message.ts'
import { ALLOW, replyTo } from './sip/sip-replies.ts'
import type { SipSocket } from './sip/sip-socket.ts'
import { SipSockets } from './sip/sip-sockets.ts'
import { Wire } from './sip/wire.ts'
import { Switchboard } from './switchboard.ts'

export interface ExchangeParts {
  /** Domain of the phones' addresses, and realm of their passwords. */
  domain: string
  phoneDirectory: PhoneDirectory
  log: Logger
  metrics: { sipRefused(why: SipRefusal, method?: FloodedWith): void }
  /** By default the same number for every company. */
  socketQuotas?: SocketQuota
  times?: Partial<CallTimes>
  /** Plays announcements of the server. */
  sayer?: Sayer
}

const TIMES: CallTimes = { graceMs: 20_000, parkAfterMs: 1000, pickUpMs: 10_000, ringsMs: 90_000 }
const POLL_INTERVAL_MS = 2000
const RETRY_DELAYS_MS = [200, 800, 0]

/** SIP status for a caller who was not connected; every other reason means temporarily unavailable. */
const STATUS_OF_END: Partial<Record<CallEndReason, number>> = { busy: 486, blocked: 603 }

/**
 * The embedded exchange: registrar and back-to-back user agent for browsers' phones (SIP over
 * websockets, RFC 7118). Sound goes from browser to browser; calls exist in this process only and end with it.
 * A phone gets every INVITE with `X-Call-ID`, the id of the call; one with `X-Reconnect: yes` and no offer is for a
 * call that is answered already, and the page picks it up by itself. Responses to a phone that dials have `X-Call-ID` too.
 */
export class EmbeddedExchange implements Telephony {
  readonly reportsWhoAnswers = true
  readonly #log: Logger
  readonly #wire: Wire
  readonly #registrar = new Registrar()
  readonly #switchboard: Switchboard
  readonly #sockets: SipSockets
  readonly #announcements: Announcements
  #listener: ((event: TelephonyEvent) => Promise<void>) | null = null
  #refetch: NodeJS.Timeout | null = null

  constructor({
    domain,
    phoneDirectory,
    log,
    metrics,
    socketQuotas,
    times,
    sayer = new VoicesInThread(),
  }: ExchangeParts) {
    this.#log = log
    this.#wire = new Wire(domain)
    const refused = (why: SipRefusal, method?: FloodedWith) => metrics.sipRefused(why, method)
    const failed = (error: unknown) => {
      refused('broken')
      this.#logFailure(error, 'the exchange failed at a request')
    }
    const { registrar, wire } = { registrar: this.#registrar, wire: this.#wire }
    this.#switchboard = new Switchboard({
      wire,
      phoneDirectory,
      registrar,
      refused,
      failed,
      times: { ...TIMES, ...times },
      onEvent: (event) => this.#emit(event),
    })
    const phones = this.#switchboard.phones
    const phonesOf = async ({ sipCallerId: id, companyId, to }: Announcement, offer: string) =>
      phones.ofNumber(to, { id, parts: { from: `company-${companyId}` } }, offer)
    this.#announcements = new Announcements({ phonesOf, sayer, failed })
    const reception = new Reception({
      wire,
      refused,
      digest: new Digest(domain, phoneDirectory),
      revoked: (socket) => void registrar.drop(socket),
      register: (socket, request, account) => this.#register(socket, request, account),
      invite: (socket, request, account) => this.#switchboard.invite(socket, request, account),
      cancel: (socket, request) => this.#switchboard.cancel(socket, request),
    })
    this.#sockets = new SipSockets(
      {
        onMessage: (socket, message) => reception.onMessage(socket, message),
        gone: (socket) => {
          this.#switchboard.lost(socket, registrar.drop(socket))
          wire.asks.gone(socket)
        },
        refused,
        failed,
      },
      socketQuotas,
    )
  }

  async start(): Promise<void> {
    this.#sockets.start()
    this.#refetch ??= setInterval(() => {
      this.#registrar.sweep()
      this.#switchboard.ringWaiting().catch((error) => this.#logFailure(error, 'who may take calls is not known'))
    }, POLL_INTERVAL_MS).unref()
  }

  async stop(): Promise<void> {
    if (this.#refetch) clearInterval(this.#refetch)
    this.#refetch = null
    this.#switchboard.hangUpAll()
    await this.#announcements.stop()
    this.#sockets.stop()
  }

  onEvent(listener: (event: TelephonyEvent) => Promise<void>): void {
    this.#listener = listener
  }

  hangUp(sipCallerId: string, why: CallEndReason): void {
    this.#switchboard.find(sipCallerId)?.hangUp(STATUS_OF_END[why] ?? 480, why)
    this.#announcements.hangUp(sipCallerId)
  }

  async snapshot(): Promise<CallAtExchange[]> {
    return this.#switchboard.snapshot()
  }

  connect(sipCallerId: string, userId: UserId): Promise<boolean> {
    return this.#switchboard.connect(sipCallerId, userId)
  }

  announce(call: Announcement, onEvent: (word: AnnouncementEvent) => void): void {
    this.#announcements.ring(call, onEvent)
  }

  isReachable(userId: UserId): boolean {
    return this.#registrar.ofUser(userId).length > 0
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void {
    this.#sockets.upgrade(request, socket, head, address)
  }

  /** Sound never passes through it. */
  async recording(): Promise<null> {
    return null
  }

  /** A caller in this process dials a line. `from` in E.164; `offer` is the caller's session description. */
  placeCall(call: { from: string; dialled: string; callId?: string; offer: string; on: CallerListener }): PlacedCall {
    const { from, dialled, offer, on, callId } = call
    return this.#switchboard.placeCall({ from, dialled, offer, on, id: callId ?? crypto.randomUUID() })
  }

  /** Rings this number (E.164) in this process until the returned function is called. */
  standBy(number: string, phone: PublicPhone): () => void {
    return this.#switchboard.standBy(number, phone)
  }

  #register(socket: SipSocket, request: SipRequest, account: PhoneAccount): void {
    const { fresh, headers } = this.#registrar.register(socket, request, account)
    socket.send(replyTo(request, 200, { headers: [...headers, ALLOW], tag: this.#wire.newTag() }))
    for (const binding of fresh) this.#switchboard.arrived(binding)
  }

  /** Retries while the server is overloaded; a repeated event is processed once. False when all tries failed. */
  async #emit(event: TelephonyEvent): Promise<boolean> {
    for (const pauseMs of RETRY_DELAYS_MS) {
      try {
        await this.#listener?.(event)
        return true
      } catch (error) {
        this.#logFailure(error, `the house did not hear that a call is ${event.type}`)
        await sleep(pauseMs)
      }
    }
    return false
  }

  /** Logs the kind of the error only, because its message may contain a number. */
  #logFailure(error: unknown, what: string): void {
    this.#log.error({ reason: kindOfError(error) }, what)
  }
}
