import { phoneMessages } from '../../shared/telephone/phone-messages.ts'
import { type DialOutcome, type PhoneCommands, type PhoneState, usePhone } from '../../shared/telephone/phone-store.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { playCall, playOnly, ringBack, stopCall } from './call-audio.ts'
import type { JsSipPhone, PhoneListener } from './jssip-phone.ts'
import { aVoice, closeMicrophone, isMicrophoneRight, onMicrophonePerhaps, openMicrophone } from './microphone.ts'
import { readSipAccount } from './sip-account.ts'

const DISABLED_TOAST_MS = 6000
/** A connection that comes back within this time is not reported as a failure. */
const COMES_BACK_WITHIN_MS = 10_000
const WRONG_ACCOUNT = [401, 403]
/** Credentials of TURN servers expire after hours. */
const ICE_RENEWAL_INTERVAL_MS = 3_600_000
/** The event of a ringing call may arrive before the exchange's INVITE; the server waits as long for an answer. */
const RINGS_WITHIN_MS = 2000

export interface OwnPhone extends Omit<PhoneCommands, 'takeOver'> {
  /** Hangs up, unregisters. */
  stop(): void
  /** Leaves its calls to the exchange, for the tab that takes over. */
  drop(): void
  /** Switches to the microphone that is chosen now. */
  changeMicrophone(): Promise<void>
}

/**
 * The telephone of the tab that owns it: account, microphone, registration, calls. It writes its state to the store.
 */
export function startOwnPhone(): OwnPhone {
  const phone = new OwnedPhone()
  void phone.start()
  return phone
}

const show = (state: Partial<PhoneState>) => usePhone.setState(state)

class OwnedPhone implements OwnPhone {
  private sip: JsSipPhone | null = null
  private isOver = false
  private isStarting = false
  private hasFailed = false
  /** The account has a new password: registers with it once the start or the active call has ended. */
  private isRenewed = false
  private iceAskedAt = 0
  private overdue: ReturnType<typeof setTimeout> | undefined
  /** Calls answered by a key before they rang here, with the callback for the outcome. */
  private readonly awaited = new Map<string, (isAnswered: Promise<boolean>) => void>()
  private readonly unwatch = onMicrophonePerhaps(() => void this.findMicrophone())

  async start() {
    if (this.isStarting || this.sip || this.isOver) return
    this.isStarting = true
    show({ status: 'connecting', why: null })
    try {
      const account = await readSipAccount(() => this.isOver)
      if (this.isOver) return
      if (account === null) {
        show({ status: 'off' })
        return
      }
      if ('missing' in account) {
        show({ status: 'failed', why: account.missing })
        toast.bad(account.missing, { id: 'sip-missing' })
        return
      }
      const trouble = await openMicrophone(() => void this.lostMicrophone())
      if (this.isOver) return closeMicrophone()
      if (trouble !== null) {
        show({ status: 'noMicrophone', why: phoneMessages.microphone[trouble] })
        return
      }
      const { JsSipPhone: Phone } = await import('./jssip-phone.ts')
      if (this.isOver) return closeMicrophone()
      if (this.isRenewed) return
      this.iceAskedAt = Date.now()
      this.sip = new Phone(account, aVoice, this.listener)
      this.sip.start()
    } finally {
      this.isStarting = false
      if (this.isRenewed) this.renew()
    }
  }

  async answer(sipCallerId: string) {
    if (this.sip && !this.sip.lines.has(sipCallerId)) return this.answerOnceItRings(sipCallerId)
    const answered = this.sip?.answer(sipCallerId) ?? false
    if (answered) void this.holdOthers(sipCallerId)
    return answered
  }

  /** Resolves to false when the call does not ring in time. */
  private answerOnceItRings(sipCallerId: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.awaited.set(sipCallerId, resolve)
      setTimeout(() => {
        this.awaited.delete(sipCallerId)
        resolve(false)
      }, RINGS_WITHIN_MS)
    })
  }

  async hold(sipCallerId: string) {
    return (await this.sip?.toggle(sipCallerId, 'hold')) ?? false
  }

  async resume(sipCallerId: string) {
    if (!this.sip?.lines.has(sipCallerId)) return false
    await this.holdOthers(sipCallerId)
    return (await this.sip?.toggle(sipCallerId, 'unhold')) ?? false
  }

  async hangUp(sipCallerId: string) {
    return this.sip?.hangUp(sipCallerId) ?? false
  }

  async dial(phone: string): Promise<DialOutcome> {
    if (!this.sip || usePhone.getState().status !== 'registered') return 'noPhone'
    await this.holdOthers(null)
    show({ dialling: phone })
    try {
      return await this.sip.dial(phone)
    } finally {
      show({ dialling: null })
    }
  }

  retry() {
    if (!this.sip) {
      void this.start()
      return
    }
    if (this.sip.lines.size > 0) {
      this.sip.registerNow()
      return
    }
    /* The password may have been changed meanwhile. */
    this.startOver()
  }

  renew() {
    /* The account being loaded may still have the old password. */
    if (this.isStarting) {
      this.isRenewed = true
      return
    }
    this.isRenewed = (this.sip?.lines.size ?? 0) > 0
    if (!this.isRenewed && !this.isOver) this.startOver()
  }

  private startOver() {
    this.sip?.stop()
    this.sip = null
    this.hasFailed = false
    void this.start()
  }

  stop() {
    this.end()
    this.sip?.stop()
  }

  drop() {
    this.end()
    this.sip?.drop()
  }

  async changeMicrophone() {
    const trouble = await openMicrophone(() => void this.lostMicrophone())
    if (trouble === null) {
      this.sip?.changeVoice()
      this.showUnlessOver({ isVoiceless: false })
    } else toast.bad(phoneMessages.microphone[trouble], { id: 'microphone' })
  }

  /** Another microphone replaces it; without one, calls go on silently until one is plugged in. */
  private async lostMicrophone() {
    this.showUnlessOver({ isVoiceless: true })
    toast.bad(phoneMessages.voiceless.why, { id: 'microphone' })
    await this.findMicrophone()
  }

  /** A device was plugged in or out, or the permission granted. */
  private async findMicrophone() {
    if (this.isOver) return
    if (usePhone.getState().status === 'noMicrophone') return this.start()
    if (this.sip === null || (await isMicrophoneRight())) return
    const trouble = await openMicrophone(() => void this.lostMicrophone())
    if (this.isOver) return closeMicrophone()
    if (trouble !== null) return this.showUnlessOver({ isVoiceless: true })
    this.sip.changeVoice()
    this.showUnlessOver({ isVoiceless: false })
    toast.hide('microphone')
  }

  private end() {
    this.isOver = true
    clearTimeout(this.overdue)
    this.unwatch()
    ringBack(false)
    closeMicrophone()
    for (const name of this.sip?.lines.keys() ?? []) stopCall(name)
  }

  /** The registration is renewed every few minutes, which is often enough to check the expiry. */
  private async renewIceServers() {
    if (!this.sip || this.sip.iceServers.length === 0 || Date.now() - this.iceAskedAt < ICE_RENEWAL_INTERVAL_MS) return
    this.iceAskedAt = Date.now()
    const account = await readSipAccount(() => this.isOver)
    if (this.sip && account && !('missing' in account)) this.sip.iceServers = account.iceServers ?? []
  }

  private async holdOthers(sipCallerId: string | null) {
    const others = [...(this.sip?.lines ?? [])].filter(
      ([name, line]) => name !== sipCallerId && line.state === 'talking',
    )
    await Promise.all(others.map(([name]) => this.hold(name)))
  }

  private readonly listener: PhoneListener = {
    registered: () => {
      clearTimeout(this.overdue)
      this.hasFailed = false
      this.showUnlessOver({ status: 'registered', why: null })
      void this.renewIceServers()
    },
    disconnected: () => {
      if (usePhone.getState().status !== 'registered') {
        if (usePhone.getState().why !== phoneMessages.lost) this.fail(phoneMessages.unreachable)
        return
      }
      this.showUnlessOver({ status: 'connecting', why: phoneMessages.lost })
      this.overdue = setTimeout(() => this.fail(phoneMessages.unreachable), COMES_BACK_WITHIN_MS)
    },
    refused: (status) => {
      const isWrong = status !== null && WRONG_ACCOUNT.includes(status)
      if (isWrong) void this.refusedAccount()
      else this.fail(status === null ? phoneMessages.unreachable : phoneMessages.refused(status))
    },
    changed: () => this.showLines(),
    onSound: (sipCallerId, sound) => {
      playCall(sipCallerId, sound, () => toast.bad(phoneMessages.blockedSound, { id: 'blocked-sound' }))
      this.showLines()
    },
    givenBack: (sipCallerId) => this.showUnlessOver({ returnedCall: sipCallerId }),
    ended: stopCall,
  }

  /** A renewal is published once: a tab that was offline learns of it when the old password is refused. */
  private async refusedAccount() {
    const { sip } = this
    this.showUnlessOver({ status: 'connecting', why: null })
    const account = await readSipAccount(() => this.isOver)
    if (this.isOver || this.sip !== sip) return
    const isAnother = account !== null && !('missing' in account) && account.password !== sip?.account.password
    if (isAnother) this.renew()
    else this.fail(phoneMessages.wrongPassword)
  }

  /** Reports the failure once, until the telephone has worked again. */
  private fail(why: string) {
    clearTimeout(this.overdue)
    this.showUnlessOver({ status: 'failed', why })
    if (this.hasFailed || this.isOver) return
    this.hasFailed = true
    const { disabled, disabledWhy } = phoneMessages
    toast.bad(disabledWhy, { id: 'sip-disabled', title: disabled, ms: DISABLED_TOAST_MS })
  }

  private showUnlessOver(state: Partial<PhoneState>) {
    if (!this.isOver) show(state)
  }

  private showLines() {
    const lines = [...(this.sip?.lines ?? [])]
    for (const [name, { state }] of lines) {
      const settle = state === 'ringing' ? this.awaited.get(name) : undefined
      if (!settle) continue
      this.awaited.delete(name)
      /* JsSIP accepts `answer` only after it has emitted the session. */
      setTimeout(() => settle(this.answer(name)))
    }
    if (this.isRenewed && lines.length === 0) setTimeout(() => this.renew())
    const named = (states: readonly string[]) =>
      lines.filter(([, { state }]) => states.includes(state)).map(([name]) => name)
    playOnly(new Set(named(['talking', 'dialling'])))
    ringBack(lines.some(([, { state }]) => state === 'dialling'))
    this.showUnlessOver({ ringing: named(['ringing']), talking: named(['talking', 'held']) })
  }
}
