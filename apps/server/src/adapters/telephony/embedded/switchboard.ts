import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { TokenBucket } from '../../../platform/realtime/token-bucket.ts'
import type { FloodedWith, SipRefusal } from '../../../platform/telemetry/sip-refusals.ts'
import type { CallAtExchange, PhoneAccount, PhoneDirectory, TelephonyEvent } from '../telephony.ts'
import { Call, type CallTimes } from './call.ts'
import { type CallerListener, InProcessWaiting, type PlacedCall, type PublicPhone } from './in-process.ts'
import type { Waiting } from './leg.ts'
import { moveCall } from './move-call.ts'
import { ReachablePhones } from './reachable-phones.ts'
import type { Binding, Registrar } from './registrar.ts'
import { RingIn } from './ring-in.ts'
import { RingOut } from './ring-out.ts'
import { headerOf, type SipRequest } from './sip/sip-message.ts'
import { branchOf, sipUri, userOf } from './sip/sip-names.ts'
import { replyTo, sdpOf } from './sip/sip-replies.ts'
import type { SipSocket } from './sip/sip-socket.ts'
import { SipWaiting } from './sip/sip-waiting.ts'
import type { Wire } from './sip/wire.ts'
import { ACCOUNT_INVITES, MAX_CALLS_OF_ACCOUNT } from './sip-limits.ts'

export interface SwitchboardParts {
  wire: Wire
  phoneDirectory: PhoneDirectory
  registrar: Registrar
  times: CallTimes
  refused(why: SipRefusal, method?: FloodedWith): void
  /** Never rejects; false when the server did not process the event. */
  onEvent(event: TelephonyEvent): Promise<boolean>
  failed(error: unknown): void
}

/** Start of a new call. */
interface Opening {
  id: string
  waiting: Waiting
  offer: string
  /** Extension whose calls are counted. */
  extension: string
  /** The caller account; absent for a caller in this process. */
  account?: PhoneAccount
}

const IN_PROCESS = 'in-process'

/** All calls of the exchange, and their connections. */
export class Switchboard {
  readonly #parts: SwitchboardParts
  readonly #calls = new Map<string, Call>()
  /** By socket and branch of the INVITE, which its CANCEL repeats. */
  readonly #waiting = new Map<string, { call: Call; waiting: SipWaiting }>()
  readonly phones: ReachablePhones
  readonly #invites = new Map<string, TokenBucket>()

  constructor(parts: SwitchboardParts) {
    this.#parts = parts
    this.phones = new ReachablePhones(parts)
  }

  find(id: string): Call | undefined {
    return this.#calls.get(id)
  }

  /** A call whose line is still being looked up belongs to no company yet. */
  snapshot(): CallAtExchange[] {
    return [...this.#calls.values()]
      .filter(({ parts }) => parts.kind !== 'internal' && parts.companyId > 0)
      .map(({ id, state, userId, isHeld, parts: { kind, from, companyId } }) => ({
        sipCallerId: id,
        state: state === 'answered' ? 'answered' : 'ringing',
        userId,
        isHeld,
        ...(kind === 'in' ? { outer: { phone: from, companyId } } : {}),
      }))
  }

  /** Ends everything at once, without events. */
  hangUpAll(): void {
    for (const call of this.#calls.values()) call.hangUp(480, 'Restarting')
  }

  /** An authenticated phone starts a call. */
  invite(socket: SipSocket, request: SipRequest, account: PhoneAccount): void {
    const refuse = (status: number) => socket.send(replyTo(request, status, { tag: this.#parts.wire.newTag() }))
    const key = waitingKey(socket, request)
    if (this.#waiting.has(key)) return
    const why = this.#tooMany(account)
    if (why) {
      this.#parts.refused(why, why === 'flood' ? 'INVITE' : undefined)
      refuse(503)
      return
    }
    const id = headerOf(request, 'call-id') ?? ''
    const offer = sdpOf(request)
    if (headerOf(request, 'contact') === undefined) {
      refuse(400)
      return
    }
    if (offer === null) {
      refuse(488)
      return
    }
    if (this.#calls.has(id)) {
      refuse(482)
      return
    }
    const shown = userOf(headerOf(request, 'from'))
    if (account.kind === 'dispatcher' && shown !== account.extension) {
      this.#parts.refused('somebody_elses')
      refuse(403)
      return
    }
    socket.send(replyTo(request, 100))
    const waiting = new SipWaiting(this.#parts.wire, { socket, request, account, callId: id })
    const opening = { id, waiting, offer, extension: account.extension, account }
    const dialled = sipUri(request.uri)?.user ?? ''
    const note = (call: Call) => this.#waiting.set(key, { call, waiting })
    if (account.kind === 'dispatcher') {
      this.#run(this.#dial(opening, account, dialled, note))
      return
    }
    const number = normalizePhone(shown)
    if (!isPhone(number)) {
      waiting.refuse(403)
      return
    }
    this.#parts.registrar.showsNumber(socket, number)
    this.#run(this.#ringIn(opening, number, dialled, note))
  }

  cancel(socket: SipSocket, request: SipRequest): boolean {
    const rings = this.#waiting.get(waitingKey(socket, request))
    if (!rings) return false
    const because = rings.call.parts.kind === 'in' ? 'caller_hung_up' : 'dispatcher_hung_up'
    rings.call.giveUp(because, 487, 'Caller hung up')
    return true
  }

  /** A caller without a socket calls; the server gets the same events as for any other call. */
  placeCall(call: { id: string; from: string; dialled: string; offer: string; on: CallerListener }): PlacedCall {
    const waiting = new InProcessWaiting(call.on)
    const { id, offer } = call
    this.#run(this.#ringIn({ id, waiting, offer, extension: IN_PROCESS }, call.from, call.dialled, () => undefined))
    const gaveUp = () => this.#calls.get(id)?.giveUp('caller_hung_up', 487, 'Caller hung up')
    return { callId: id, hangUp: () => waiting.hangUp(gaveUp) }
  }

  standBy(number: string, phone: PublicPhone): () => void {
    return this.phones.standBy(number, phone)
  }

  /** A phone registered: waiting calls ring there, and it continues calls of its previous page. */
  arrived(binding: Binding): void {
    for (const keeper of [...this.#parts.wire.dialogs.values()]) {
      if (keeper.extension === binding.account.extension && keeper.page === binding.page) keeper.moveTo(binding.socket)
    }
    for (const call of this.#calls.values()) {
      if (call.isMissed && call.userId === binding.account.userId && call.dispatcherPage !== binding.page) {
        this.#run(moveCall(call, { wire: this.#parts.wire, binding, keepsHold: true }))
      }
    }
    this.#run(this.ringWaiting())
  }

  /** Rings waiting calls at the phones that may take them meanwhile. */
  async ringWaiting(): Promise<void> {
    const companies = new Map<CompanyId, { call: Call; ring: RingIn }[]>()
    for (const call of this.#calls.values()) {
      if (!(call.ringer instanceof RingIn)) continue
      const { companyId } = call.parts
      companies.set(companyId, [...(companies.get(companyId) ?? []), { call, ring: call.ringer }])
    }
    for (const [companyId, rings] of companies) {
      for (const binding of await this.phones.ofCompany(companyId)) for (const { ring } of rings) ring.ring(binding)
    }
  }

  /** A socket closed: calls that rang there ring again when the phone is back, active calls wait for it. */
  lost(socket: SipSocket, gone: readonly Binding[]): void {
    for (const { ringer } of this.#calls.values()) {
      if (ringer instanceof RingIn) for (const binding of gone) ringer.forget(binding)
    }
    for (const { call, waiting } of [...this.#waiting.values()]) {
      if (waiting.socket !== socket) continue
      const because = call.parts.kind === 'in' ? 'caller_hung_up' : 'dispatcher_hung_up'
      call.giveUp(because, 487, 'Caller lost')
    }
    for (const keeper of [...this.#parts.wire.dialogs.values()]) if (keeper.socket === socket) keeper.lost()
  }

  /** False when that dispatcher has no phone that takes it. */
  async connect(id: string, userId: UserId): Promise<boolean> {
    const call = this.#calls.get(id)
    if (call?.state !== 'answered') return false
    const bindings = this.#parts.registrar.ofUser(userId).toReversed()
    const here = bindings.find(({ page }) => page === call.dispatcherPage)
    if (here && call.userId === userId && !call.isMissed) return true
    for (const binding of bindings) {
      if (await moveCall(call, { wire: this.#parts.wire, binding, keepsHold: false })) return true
    }
    return false
  }

  #open(opening: Opening, parts: Pick<Call['parts'], 'kind' | 'companyId' | 'from'>): Call {
    const { times, onEvent } = this.#parts
    const call: Call = new Call({
      ...parts,
      id: opening.id,
      extension: opening.extension,
      times,
      onEvent: onEvent,
      over: () => {
        clearTimeout(forgotten)
        this.#calls.delete(call.id)
        for (const [key, one] of this.#waiting) if (one.call === call) this.#waiting.delete(key)
      },
      missed: () => this.#lookForPage(call),
    })
    const because = parts.kind === 'in' ? 'caller_hung_up' : 'not_reached'
    const forgotten = setTimeout(() => call.giveUp(because, 480, 'Not answered'), times.ringsMs)
    forgotten.unref()
    this.#calls.set(call.id, call)
    return call
  }

  async #ringIn(opening: Opening, from: string, dialled: string, note: (call: Call) => void): Promise<void> {
    const { waiting, offer, id } = opening
    const call = this.#open(opening, { kind: 'in', companyId: asId(0), from })
    const ring = new RingIn({ wire: this.#parts.wire, call, waiting, offer })
    call.ringer = ring
    note(call)
    const companyId = await this.#parts.phoneDirectory.companyOfLine(dialled, opening.account)
    if (call.state !== 'ringing') return
    if (companyId === null) return call.hangUp(404, 'No such line')
    call.parts.companyId = companyId
    // The server decides first whether the caller may ring, so that a blocked caller makes no phone ring.
    await call.emit({ type: 'ringing', sipCallerId: id, from, companyId })
    const phones = await this.phones.ofCompany(companyId)
    if (call.state !== 'ringing') return
    waiting.rings(phones.length > 0 ? 180 : 182)
    for (const binding of phones) ring.ring(binding)
  }

  async #dial(opening: Opening, account: PhoneAccount, dialled: string, note: (call: Call) => void): Promise<void> {
    const { waiting, offer, id } = opening
    const { userId, companyId, extension } = account
    const colleague = dialled.startsWith('+') ? null : await this.#parts.phoneDirectory.account(dialled)
    const to = normalizePhone(dialled)
    if (!colleague && !isPhone(to)) return waiting.refuse(404)
    if (colleague && (colleague.kind !== 'dispatcher' || colleague.companyId !== companyId)) return waiting.refuse(404)
    const from = colleague ? extension : `company-${companyId}`
    const call = this.#open(opening, { kind: colleague ? 'internal' : 'out', companyId, from })
    const ring = new RingOut({ call, waiting, userId, offer })
    call.ringer = ring
    note(call)
    const isEmitted = await call.emit({ type: 'dialled', sipCallerId: id, userId, companyId, to })
    if (call.state !== 'ringing') return
    // Without the server nobody checked that this call may go out, and it would not be counted.
    if (!isEmitted) return call.hangUp(503, 'Not permitted')
    const phones = colleague ? this.phones.ofColleague(colleague, call, offer) : this.phones.ofNumber(to, call, offer)
    if (phones.length === 0) return call.giveUp('not_reached', colleague ? 480 : 404, 'Not reached')
    ring.ring(phones)
  }

  /** The dispatcher may have come back by another page before the old connection was known to be dead. */
  #lookForPage(call: Call): void {
    if (call.userId === null) return
    const binding = this.#parts.registrar.ofUser(call.userId).findLast(({ page }) => page !== call.dispatcherPage)
    if (binding && binding.registeredAt > call.answeredAt) {
      this.#run(moveCall(call, { wire: this.#parts.wire, binding, keepsHold: true }))
    }
  }

  #tooMany({ extension }: PhoneAccount): SipRefusal | null {
    const now = performance.now()
    const bucket = this.#invites.get(extension) ?? new TokenBucket(ACCOUNT_INVITES, now)
    this.#invites.set(extension, bucket)
    if (!bucket.take(now)) return 'flood'
    const open = [...this.#calls.values()].filter(({ parts }) => parts.extension === extension)
    return open.length >= MAX_CALLS_OF_ACCOUNT ? 'too_many_calls' : null
  }

  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#parts.failed(error))
  }
}

function waitingKey(socket: SipSocket, request: SipRequest): string {
  return `${socket.id}|${branchOf(headerOf(request, 'via')) ?? ''}`
}
