import type { CallView } from '@dispecerat/contract/calls'
import { create } from 'zustand'

/** A call whose form stands open before its draft has an id; afterwards, which draft it became. */
export interface Answering {
  call: CallView
  /** Null until the house has accepted. */
  orderId: number | null
  /** The form is shown whatever the address says, until the address has followed. */
  isAhead: boolean
}

export const useAnswering = create<{ now: Answering | null }>(() => ({ now: null }))

/** The name under which what is typed for a caller is kept until his draft has an id. */
export function callDraftKey(userId: number, callId: number): string {
  return `dispecerat.order-draft.${userId}.call-${callId}`
}

/** Something was typed for this caller while the house was asked. */
export function isTypedFor(userId: number, callId: number): boolean {
  return sessionStorage.getItem(callDraftKey(userId, callId)) !== null
}

/** The address has followed, or went elsewhere: what it says is shown from here on. */
export function settleAnswering() {
  const { now } = useAnswering.getState()
  if (now?.isAhead) useAnswering.setState({ now: { ...now, isAhead: false } })
}
