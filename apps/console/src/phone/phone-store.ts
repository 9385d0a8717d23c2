import { create } from 'zustand'

export type PhoneStatus = 'off' | 'connecting' | 'registered' | 'failed' | 'otherTab' | 'noMicrophone'

/** How a number that was dialled ended, or that it was reached. */
export type DialOutcome = 'answered' | 'busy' | 'noAnswer' | 'refused' | 'givenUp' | 'noPhone'

export interface PhoneState {
  status: PhoneStatus
  /** What keeps it from working, as a sentence; null while it works. */
  why: string | null
  /** This tab is the one that rings, plays and registers, whether or not the exchange took it. */
  isOwner: boolean
  /** Calls that ring at this dispatcher's phone now, by sip_caller_id. */
  ringing: readonly string[]
  /** Calls this phone talks in or holds. */
  talking: readonly string[]
  /** Whom this phone rings up now, E.164. */
  dialling: string | null
  /** The last call the exchange gave back after a reload or to a new tab. */
  givenBack: string | null
  /** The microphone went while the telephone works: calls go on, and nobody hears this dispatcher until another is there. */
  isVoiceless: boolean
}

export const NO_PHONE: PhoneState = {
  status: 'off',
  why: null,
  isOwner: false,
  ringing: [],
  talking: [],
  dialling: null,
  givenBack: null,
  isVoiceless: false,
}

export const usePhone = create<PhoneState>(() => NO_PHONE)

/** What the telephone does when told; in a tab that does not own it, through the one that does. */
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

/** The telephone comes after the first screen and says here how it is told what to do; null takes it away. */
export function plugPhone(given: PhoneCommands | null) {
  commands = given
}

/** Talks to who rings; my other callers go on hold. False when this dispatcher's phone has no such call. */
export async function answerBySip(sipCallerId: string): Promise<boolean> {
  return (await commands?.answer(sipCallerId)) ?? false
}

/** False when this dispatcher's phone has no such call, or the exchange refused. */
export async function holdBySip(sipCallerId: string): Promise<boolean> {
  return (await commands?.hold(sipCallerId)) ?? false
}

/** My other callers go on hold first. False when this dispatcher's phone has no such call, or the exchange refused. */
export async function resumeBySip(sipCallerId: string): Promise<boolean> {
  return (await commands?.resume(sipCallerId)) ?? false
}

/** Declines, hangs up or stops dialling. False when this dispatcher's phone has no such call. */
export async function hangUpBySip(sipCallerId: string): Promise<boolean> {
  return (await commands?.hangUp(sipCallerId)) ?? false
}

/** Rings up a phone (E.164); resolves when it was answered or will not be. */
export async function dialBySip(phone: string): Promise<DialOutcome> {
  return (await commands?.dial(phone)) ?? 'noPhone'
}

/** Makes this tab the one with the telephone; its calls come along. */
export function takePhoneOver() {
  commands?.takeOver()
}

/** Tries to register again at once. */
export function retryPhone() {
  commands?.retry()
}

/** The account has another password: registers with it, after the talk where there is one. */
export function renewPhone() {
  commands?.renew()
}

/** Speaks from the microphone that is chosen now, calls under way included. */
export async function changeMicrophone() {
  await commands?.changeMicrophone()
}

export function hasSession(sipCallerId: string): boolean {
  const { ringing, talking } = usePhone.getState()
  return ringing.includes(sipCallerId) || talking.includes(sipCallerId)
}
