import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import {
  type CallAtExchange,
  CallStays,
  type Telephony,
  type TelephonyEvent,
} from '../../adapters/telephony/telephony.ts'

interface ScriptedCall extends CallAtExchange {
  phone: string
  /** User who dialled an outgoing call; null for an incoming one. */
  dialledBy: UserId | null
}

/** A PBX outside the server that does what the test says: only this object knows which calls ring, talk or have ended. */
export class ScriptedExchange implements Telephony {
  readonly reportsWhoAnswers = true
  readonly calls: ScriptedCall[] = []
  readonly companyId: CompanyId
  /** A proxy cannot transfer a call that the server dialled; the embedded exchange can. */
  sendsOnDialled = true
  #listener: ((event: TelephonyEvent) => Promise<void>) | null = null

  constructor(companyId: CompanyId) {
    this.companyId = companyId
  }

  get open(): ScriptedCall[] {
    return this.calls
  }

  onEvent(listener: (event: TelephonyEvent) => Promise<void>): void {
    this.#listener = listener
  }

  async ring(sipCallerId: string, phone: string, isReported = true): Promise<void> {
    this.calls.push({
      sipCallerId,
      phone,
      state: 'ringing',
      userId: null,
      isHeld: false,
      dialledBy: null,
      ...this.#outer(phone),
    })
    if (isReported) await this.#emit({ type: 'ringing', sipCallerId, from: phone, companyId: this.companyId })
  }

  async dial(sipCallerId: string, phone: string, userId: UserId): Promise<void> {
    this.calls.push({ sipCallerId, phone, state: 'ringing', userId: null, isHeld: false, dialledBy: userId })
    await this.#emit({ type: 'dialled', sipCallerId, userId, companyId: this.companyId, to: phone })
  }

  /** The first to pick up gets the call; a dialled call goes to the user who dialled it. With `isReported` false the event is lost. */
  async pickUp(call: ScriptedCall, byUserId: UserId, isReported = true): Promise<void> {
    if (call.state !== 'ringing' || !this.calls.includes(call)) return
    const userId = call.dialledBy ?? byUserId
    Object.assign(call, { state: 'answered', userId })
    if (isReported) await this.#emit({ type: 'answered', sipCallerId: call.sipCallerId, userId })
  }

  async hold(call: ScriptedCall, isHeld: boolean): Promise<void> {
    if (call.userId === null || !this.calls.includes(call)) return
    call.isHeld = isHeld
    const type = isHeld ? 'held' : 'resumed'
    await this.#emit({ type, sipCallerId: call.sipCallerId, userId: call.userId })
  }

  async end(call: ScriptedCall, because: 'caller_hung_up' | 'dispatcher_hung_up', isReported = true): Promise<void> {
    if (!this.#forget(call.sipCallerId)) return
    if (isReported) await this.#emit({ type: 'ended', sipCallerId: call.sipCallerId, because })
  }

  hangUp(sipCallerId: string): void {
    this.#forget(sipCallerId)
  }

  async connect(sipCallerId: string, userId: UserId): Promise<boolean> {
    const call = this.calls.find((one) => one.sipCallerId === sipCallerId)
    if (call?.state !== 'answered') return false
    if (call.dialledBy !== null && !this.sendsOnDialled) throw new CallStays('whoever was rung up cannot be sent on')
    Object.assign(call, { userId, isHeld: false })
    return true
  }

  async snapshot(): Promise<CallAtExchange[]> {
    return this.calls.map((call) => ({ ...call }))
  }

  isReachable(): boolean {
    return true
  }

  async start(): Promise<void> {}
  async stop(): Promise<void> {}
  upgrade(): void {}
  async recording(): Promise<null> {
    return null
  }

  #outer(phone: string) {
    return { outer: { phone, companyId: this.companyId } }
  }

  #forget(sipCallerId: string): boolean {
    const place = this.calls.findIndex((one) => one.sipCallerId === sipCallerId)
    if (place >= 0) this.calls.splice(place, 1)
    return place >= 0
  }

  async #emit(event: TelephonyEvent): Promise<void> {
    await this.#listener?.(event)
  }
}
