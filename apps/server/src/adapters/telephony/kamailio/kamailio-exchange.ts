import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { NO_USER, type UserId } from '@dispecerat/domain/kernel/ids'
import type { CallEndReason } from '@dispecerat/domain/telephony/call'
import type { Logger } from 'pino'
import type { SocketQuota } from '../../../platform/http/socket-limits.ts'
import { CallSounds } from '../rtpengine/call-sounds.ts'
import { type CallAtExchange, CallStays, type Telephony, type TelephonyEvent } from '../telephony.ts'
import { OpenLines } from './open-lines.ts'
import { PipedSockets } from './piped-sockets.ts'
import { callsAtExchange, dialogOf, OVER, type ProxyCall, ProxyCalls } from './proxy-calls.ts'
import type { ProxyMessage } from './proxy-message.ts'
import { ProxyRefusals, type RefusalCounter } from './proxy-refusals.ts'
import { ProxyRpc } from './proxy-rpc.ts'
import { ProxyStream } from './proxy-stream.ts'
import { leaveCaller, sendCallerOn } from './send-caller-on.ts'
import { ServerCalls } from './server-calls.ts'

interface KamailioParts {
  /** Domain of the phones' addresses. */
  domain: string
  /** Target of the browsers' websockets. */
  wsUrl: string
  /** The stream of events (evapi). */
  events: { host: string; port: number }
  /** JSON-RPC over HTTP. */
  rpcUrl: string
  recordingsDir: string | null
  /** Folder in which rtpengine stores packets of calls; null when it does not. */
  rtpengineDir: string | null
  log: Logger
  metrics?: RefusalCounter
  /** By default the same number for every company. */
  socketQuotas?: SocketQuota
  times?: Partial<typeof TIMES>
}

type RegisteredMessage = Extract<ProxyMessage, { extension: string }>

const TIMES = {
  /** Time that a call waits for a dispatcher whose page is gone. */
  graceMs: 20_000,
  /** Time in which a phone has to pick up a transferred caller. */
  pickUpMs: 9000,
}
const COUNTS_EVERY_MS = 5000

/** SIP status for a caller who was not connected; every other reason means temporarily unavailable. */
const REFUSALS: Partial<Record<CallEndReason, string>> = { busy: '486|Busy Here', blocked: '603|Decline' }

/**
 * A Kamailio with deploy/kamailio/kamailio.cfg, and rtpengine behind it. As a proxy it keeps the caller's Call-ID, and sound does not
 * pass here. Its stream emits events, JSON-RPC executes commands; after every lost stream its own lists are read again.
 */
export class KamailioExchange implements Telephony {
  readonly reportsWhoAnswers = true
  readonly #parts: KamailioParts
  readonly #times: typeof TIMES
  readonly #rpc: ProxyRpc
  readonly #stream: ProxyStream
  readonly #calls = new ProxyCalls()
  readonly #lines = new OpenLines()
  readonly #pipes: PipedSockets
  readonly #sounds: CallSounds
  readonly #houseCalls: ServerCalls
  /** Timers of callers whose dispatcher's page is gone. */
  readonly #kept = new Map<string, NodeJS.Timeout>()
  /** Callers on their way to another phone. */
  readonly #onTheWay = new Map<string, { userId: UserId; there: () => void }>()
  /** Calls refused while they rang; one that was answered in that moment is ended after all. */
  readonly #unwanted = new Set<string>()
  /** Calls whose end was emitted already, before the proxy reports it. */
  readonly #givenUp = new Set<string>()
  /** Messages that arrived while the lists were read, which may be older or newer than they are. */
  #later: ProxyMessage[] | null = null
  #counting: NodeJS.Timeout | undefined
  #emitted: Promise<void> = Promise.resolve()
  #listener: ((event: TelephonyEvent) => Promise<void>) | null = null

  constructor(parts: KamailioParts) {
    this.#parts = parts
    this.#times = { ...TIMES, ...parts.times }
    this.#rpc = new ProxyRpc(parts.rpcUrl)
    this.#houseCalls = new ServerCalls({ ...parts, rpc: this.#rpc })
    this.#sounds = new CallSounds({
      ...parts,
      onSound: async (sound) => this.#listener?.({ type: 'recorded', ...sound }),
    })
    this.#pipes = new PipedSockets({
      to: new URL(parts.wsUrl),
      canJudge: () => this.#stream.isOpen,
      closed: (line) => this.#lineClosed(line),
      refused: (why) => parts.metrics?.sipRefused(why),
      ofCompany: parts.socketQuotas,
    })
    this.#stream = new ProxyStream({
      at: parts.events,
      onEvent: (message) => (this.#later ? this.#later.push(message) : this.#onEvent(message)),
      opened: () =>
        void this.#catchUp().catch((error) => this.#warn(error, 'the calls at the telephone exchange are not known')),
      lost: (reason) =>
        parts.log.warn({ reason }, 'the telephone exchange is away; calls neither ring nor end until it is back'),
    })
  }

  async start(): Promise<void> {
    this.#stream.start()
    this.#sounds.start()
    const { metrics } = this.#parts
    if (!metrics) return
    const refusals = new ProxyRefusals(metrics)
    const readRefusals = () =>
      // While the proxy is away, the stream reports it.
      void this.#rpc.table('refused').then(
        (table) => refusals.follow(table),
        () => undefined,
      )
    readRefusals()
    this.#counting ??= setInterval(readRefusals, COUNTS_EVERY_MS).unref()
  }

  async stop(): Promise<void> {
    this.#stream.stop()
    this.#pipes.stop()
    clearInterval(this.#counting)
    for (const timer of this.#kept.values()) clearTimeout(timer)
    this.#kept.clear()
    await Promise.all([this.#emitted, this.#sounds.stop(), this.#houseCalls.stop()])
  }

  onEvent(listener: (event: TelephonyEvent) => Promise<void>): void {
    this.#listener = listener
  }

  isWell(): boolean {
    return this.#stream.isOpen
  }

  async snapshot(): Promise<CallAtExchange[] | null> {
    return this.#rpc.dialogs().then(callsAtExchange, () => null)
  }

  isReachable(userId: UserId): boolean {
    return this.#stream.isOpen && this.#lines.ofUser(userId).length > 0
  }

  /** A message may be lost with the stream; the proxy's own list of registrations is complete. */
  async lookAround(): Promise<void> {
    const before = this.#lines.all()
    try {
      const [speakers, registered] = await Promise.all([this.#rpc.table('speaker'), this.#rpc.registered()])
      this.#lines.follow(speakers, { registered, before })
    } catch (error) {
      this.#warn(error, 'who is registered at the telephone exchange is not known')
    }
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void {
    this.#pipes.open({ request, socket, head, address })
  }

  recording(file: string): ReturnType<Telephony['recording']> {
    return this.#sounds.open(file)
  }

  readonly announce: NonNullable<Telephony['announce']> = (call, onEvent) => this.#houseCalls.ring(call, onEvent)

  hangUp(sipCallerId: string, why: CallEndReason): void {
    if (this.#houseCalls.hangUp(sipCallerId)) return
    const call = this.#calls.find(sipCallerId)
    if (call && !call.isAnswered) {
      this.#unwanted.add(sipCallerId)
      this.#stream.say(`refuse|${call.dialog}|${call.cseq}|${REFUSALS[why] ?? '480|Temporarily Unavailable'}`)
    } else this.#end(sipCallerId)
  }

  /**
   * A proxy cannot move a caller's leg: it asks the caller's side to ring the other phone (REFER). Trunks that refuse REFER leave the call
   * where it is, which `CallStays` reports.
   */
  async connect(sipCallerId: string, userId: UserId): Promise<boolean> {
    const call = this.#calls.find(sipCallerId)
    const extension = this.#lines.ofUser(userId).at(-1)?.extension
    if (!call?.isAnswered || !extension || this.#onTheWay.has(sipCallerId)) return false
    if (call.way === 'out') throw new CallStays('whoever was rung up cannot be sent on')
    let timer: NodeJS.Timeout | undefined
    const arrived = new Promise<boolean>((resolve) => {
      this.#onTheWay.set(sipCallerId, { userId, there: () => resolve(true) })
      timer = setTimeout(() => resolve(false), this.#times.pickUpMs)
    })
    try {
      const dialog = dialogOf(await this.#rpc.dialogs(), sipCallerId)
      if (!dialog) return false
      await sendCallerOn(this.#rpc, { dialog, name: sipCallerId, extension })
      if (!(await arrived)) return false
      // The side that sent REFER ends the old call.
      this.#stream.say(`leave|${dialog.callId}|${dialog.caller.tag}|${dialog.calleeTag}`)
      await leaveCaller(this.#rpc, dialog)
      return true
    } catch (error) {
      this.#warn(error, 'a caller could not be sent on to another phone')
      if (error instanceof CallStays) throw error
      return false
    } finally {
      clearTimeout(timer)
      this.#onTheWay.delete(sipCallerId)
    }
  }

  #onEvent(message: ProxyMessage): void {
    if ('line' in message) {
      if (message.event === 'registered') this.#registered(message)
      else this.#lineClosed(message.line)
      return
    }
    if (message.event === 'ended' && this.#givenUp.delete(message.call)) return
    const event = this.#calls.onEvent(message)
    if (event) this.#emit(event)
  }

  #registered({ user: userId, company: companyId, extension, line, page }: RegisteredMessage): void {
    this.#lines.add(line, { userId, companyId, extension, page })
    this.#pipes.authenticated(line, { userId, companyId })
    for (const call of this.#calls.ofUser(userId)) {
      if (call.page === page) this.#release(call.name)
      // Another page of the same dispatcher: the one with the call is gone, and its sound with it.
      else if (this.#kept.has(call.name)) this.connect(call.name, userId).catch(() => undefined)
    }
  }

  #lineClosed(line: string): void {
    const closed = this.#lines.remove(line)
    if (closed) this.#keepCallersOf(closed.userId)
  }

  /** Keeps callers whose page is gone for a while; the sound of a page that only lost its socket goes on meanwhile. */
  #keepCallersOf(userId: UserId): void {
    for (const call of this.#calls.ofUser(userId)) {
      if (this.#kept.has(call.name) || this.#lines.hasPage(userId, call.page)) continue
      this.#kept.set(
        call.name,
        setTimeout(() => this.#giveUp(call), this.#times.graceMs),
      )
    }
  }

  #giveUp(call: ProxyCall): void {
    this.#kept.delete(call.name)
    if (this.#lines.hasPage(call.userId ?? NO_USER, call.page)) return
    this.#givenUp.add(call.name)
    this.#emit({ type: 'ended', sipCallerId: call.name, because: 'connection_lost' })
    this.#end(call.name)
  }

  #release(name: string): void {
    clearTimeout(this.#kept.get(name))
    this.#kept.delete(name)
  }

  #end(name: string): void {
    this.#release(name)
    this.#calls.forget(name)
    const work = async () => {
      const dialogs = await this.#rpc.dialogs()
      const own = dialogs.filter(({ facts, state }) => facts.name === name && state < OVER)
      await Promise.all(own.map((dialog) => this.#rpc.hangUp(dialog)))
    }
    work().catch((error) => this.#warn(error, 'a call could not be ended at the telephone exchange'))
  }

  /** The lists first, then messages that arrived meanwhile: one about something that a list already contains changes nothing. */
  async #catchUp(): Promise<void> {
    this.#later = []
    try {
      const [speakers, dialogs] = await Promise.all([this.#rpc.table('speaker'), this.#rpc.dialogs()])
      this.#lines.replace(speakers)
      this.#pipes.follow(this.#lines)
      for (const event of this.#calls.reconcile(dialogs)) this.#emit(event)
      this.#parts.log.info({ calls: dialogs.length }, 'the telephone exchange is there')
    } finally {
      const later = this.#later ?? []
      this.#later = null
      for (const message of later) this.#onEvent(message)
    }
    for (const { userId } of this.#calls.answered()) if (userId !== null) this.#keepCallersOf(userId)
  }

  #emit(event: TelephonyEvent): void {
    const { sipCallerId } = event
    if (event.type === 'answered') {
      this.#release(sipCallerId)
      const { userId, there } = this.#onTheWay.get(sipCallerId) ?? {}
      if (userId === event.userId) there?.()
      if (this.#unwanted.delete(sipCallerId)) this.#end(sipCallerId)
    }
    if (event.type === 'ended') {
      this.#release(sipCallerId)
      this.#unwanted.delete(sipCallerId)
      this.#sounds.lookFor(sipCallerId).catch((error) => this.#warn(error, 'the sound of a call is not kept'))
    }
    this.#emitted = this.#emitted
      .then(() => this.#listener?.(event))
      .catch((error) => {
        this.#warn(error, 'what the telephone exchange told is not kept')
        // Without the server nobody checked that this call may go out, and it would not be counted.
        if (event.type === 'dialled') this.hangUp(sipCallerId, 'blocked')
      })
  }

  #warn(error: unknown, what: string): void {
    this.#parts.log.warn({ err: error }, what)
  }
}
