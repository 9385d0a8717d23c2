import type { CallView } from '@dispecerat/contract/calls'
import { create } from 'zustand'
import { useSession } from '../api/session.ts'
import { forgetAnswer, noteAnswer } from './answer-notes.ts'

/** A call whose form stands open before its draft has an id; afterwards, which draft it became. */
export interface Answering {
  call: CallView
  /** Null until the house has accepted. */
  orderId: number | null
  /** The form is shown whatever the address says, until the address has followed. */
  isAhead: boolean
}

export interface HowToAnswer {
  /** The open order the caller rings about; nothing: a draft is made. */
  orderId?: number | undefined
  /** Places the draft from this address of the client before it opens. */
  placeFrom?: { addressId: number; mayDouble: boolean }
  /** The phone has done its part already; only the house's word is missing. */
  isPickedUp?: true
}

export const useAnswering = create<{ now: Answering | null }>(() => ({ now: null }))

/** The name under which what is typed for a caller is kept until his draft has an id. */
export function callDraftKey(userId: number, callId: number): string {
  return `dispecerat.order-draft.${userId}.call-${callId}`
}

/** Something was typed for this caller while the house was asked. */
export function isTypedFor({ id }: Pick<CallView, 'id'>): boolean {
  const me = useSession.getState().userId
  return me !== null && sessionStorage.getItem(callDraftKey(me, id)) !== null
}

/** The address has followed, or went elsewhere: what it says is shown from here on. */
export function settleAnswering() {
  const { now } = useAnswering.getState()
  if (now?.isAhead) useAnswering.setState({ now: { ...now, isAhead: false } })
}

/** Calls whose answer is under way on this page. */
const underWay = new Set<number>()

export function isBeingAnswered({ id }: Pick<CallView, 'id'>): boolean {
  return underWay.has(id)
}

/** Calls this page itself has asked the house for. */
const askedHere = new Set<number>()

/** This page hears the outcome by itself, now or already. */
export function wasAskedHere({ id }: Pick<CallView, 'id'>): boolean {
  return askedHere.has(id)
}

export function answerIsUnderWay(call: CallView, orderId: number | undefined) {
  underWay.add(call.id)
  askedHere.add(call.id)
  const me = useSession.getState().userId
  if (me !== null) noteAnswer(sessionStorage, me, { call, orderId: orderId ?? null })
}

export function answerIsOver(call: CallView) {
  underWay.delete(call.id)
  const me = useSession.getState().userId
  if (me !== null) forgetAnswer(sessionStorage, me, call)
}
