import type { CallView } from '@dispecerat/contract/telephony/calls'
import { create } from 'zustand'
import { useSession } from '../../api/session.ts'
import { forgetAnswer, noteAnswer } from './answer-notes.ts'

/** A call whose form opens before its draft has an id; afterwards, the id of that draft. */
export interface Answering {
  call: CallView
  /** Null until the server has accepted. */
  orderId: number | null
  /** The form is shown regardless of the URL until the navigation to the draft has finished. */
  isAhead: boolean
}

export interface HowToAnswer {
  /** The open order the call is about; without one a draft is made. */
  orderId?: number | undefined
  /** Places the draft from this address of the client before it opens. */
  placeFrom?: { addressId: number; mayDouble: boolean }
  /** The telephone has answered already; only the server's confirmation is missing. */
  isPickedUp?: true
}

export const useAnswering = create<{ now: Answering | null }>(() => ({ now: null }))

/** Storage key of the text typed during a call until its draft has an id. */
export function callDraftKey(userId: number, callId: number): string {
  return `dispecerat.order-draft.${userId}.call-${callId}`
}

/** True when something was typed for this call while its accept request was in flight. */
export function isTypedFor({ id }: Pick<CallView, 'id'>): boolean {
  const me = useSession.getState().userId
  return me !== null && sessionStorage.getItem(callDraftKey(me, id)) !== null
}

/** The navigation finished or went elsewhere: from here on the URL decides what is shown. */
export function settleAnswering() {
  const { now } = useAnswering.getState()
  if (now?.isAhead) useAnswering.setState({ now: { ...now, isAhead: false } })
}

/** Calls with an accept request in flight on this page. */
const underWay = new Set<number>()

export function isBeingAnswered({ id }: Pick<CallView, 'id'>): boolean {
  return underWay.has(id)
}

/** Calls for which this page itself sent an accept request. */
const requestedHere = new Set<number>()

/** This page receives the outcome itself, now or already. */
export function wasRequestedHere({ id }: Pick<CallView, 'id'>): boolean {
  return requestedHere.has(id)
}

export function answerIsUnderWay(call: CallView, orderId: number | undefined) {
  underWay.add(call.id)
  requestedHere.add(call.id)
  const me = useSession.getState().userId
  if (me !== null) noteAnswer(sessionStorage, me, { call, orderId: orderId ?? null })
}

export function answerIsOver(call: CallView) {
  underWay.delete(call.id)
  const me = useSession.getState().userId
  if (me !== null) forgetAnswer(sessionStorage, me, call)
}
