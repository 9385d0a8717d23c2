import { create } from 'zustand'

export type PhoneStatus = 'off' | 'connecting' | 'registered' | 'failed' | 'otherTab' | 'noMicrophone'

/** Outcome of a dialled call. */
export type DialOutcome = 'answered' | 'busy' | 'noAnswer' | 'refused' | 'givenUp' | 'noPhone'

export interface PhoneState {
  status: PhoneStatus
  /** Reason why the telephone does not work, as a sentence; null while it works. */
  why: string | null
  /** This tab rings, plays and registers, whether or not the registration succeeded. */
  isOwner: boolean
  /** Calls that ring at this dispatcher's phone now, by sip_caller_id. */
  ringing: readonly string[]
  /** Calls that are active or on hold on this telephone. */
  talking: readonly string[]
  /** The number this telephone is dialling, E.164. */
  dialling: string | null
  /** The last call that the exchange reconnected after a reload or to a new tab. */
  returnedCall: string | null
  /**
   * The microphone was lost while the telephone works: calls go on without the dispatcher's voice until another is
   * found.
   */
  isVoiceless: boolean
}

export const NO_PHONE: PhoneState = {
  status: 'off',
  why: null,
  isOwner: false,
  ringing: [],
  talking: [],
  dialling: null,
  returnedCall: null,
  isVoiceless: false,
}

export const usePhone = create<PhoneState>(() => NO_PHONE)

/** Commands of the telephone; in a tab that does not own it, they go through the owning tab. */
export interface PhoneCommands {
  answer(sipCallerId: string): Promise<boolean>
  hold(sipCallerId: string): Promise<boolean>
  resume(sipCallerId: string): Promise<boolean>
  hangUp(sipCallerId: string): Promise<boolean>
  dial(phone: string): Promise<DialOutcome>
  takeOver(): void
  retry(): void
  renew(): void
  changeMicrophone(): Promise<void>
}

let commands: PhoneCommands | null = null

/** The telephone is loaded after the first screen and registers its commands here; null removes them. */
export function plugPhone(next: PhoneCommands | null) {
  commands = next
}

/** Answers a ringing call; the dispatcher's other calls go on hold. False when this telephone has no such call. */
export async function answerBySip(sipCallerId: string): Promise<boolean> {
  return (await commands?.answer(sipCallerId)) ?? false
}

/** False when this telephone has no such call, or the exchange refused. */
export async function holdBySip(sipCallerId: string): Promise<boolean> {
  return (await commands?.hold(sipCallerId)) ?? false
}

/**
 * The dispatcher's other calls go on hold first. False when this telephone has no such call, or the exchange refused.
 */
export async function resumeBySip(sipCallerId: string): Promise<boolean> {
  return (await commands?.resume(sipCallerId)) ?? false
}

/** Declines, hangs up or stops dialling. False when this telephone has no such call. */
export async function hangUpBySip(sipCallerId: string): Promise<boolean> {
  return (await commands?.hangUp(sipCallerId)) ?? false
}

/** Dials a number (E.164); resolves when it was answered or has failed. */
export async function dialBySip(phone: string): Promise<DialOutcome> {
  return (await commands?.dial(phone)) ?? 'noPhone'
}

/** Makes this tab the owner of the telephone; its calls move along. */
export function takePhoneOver() {
  commands?.takeOver()
}

/** Tries to register again at once. */
export function retryPhone() {
  commands?.retry()
}

/** The account has a new password: registers with it, after the active call if there is one. */
export function renewPhone() {
  commands?.renew()
}

/** Switches to the microphone that is chosen now, in active calls too. */
export async function changeMicrophone() {
  await commands?.changeMicrophone()
}

export function hasSession(sipCallerId: string): boolean {
  const { ringing, talking } = usePhone.getState()
  return ringing.includes(sipCallerId) || talking.includes(sipCallerId)
}
