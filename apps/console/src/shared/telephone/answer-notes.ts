import type { CallView } from '@dispecerat/contract/telephony/calls'

/** An accept request that was sent to the server, stored so that a reloaded page can follow it up. */
export interface AnswerLeft {
  call: CallView
  /** The open order the call was to be answered into; null when a draft is made. */
  orderId: number | null
}

/** Notes of accept requests in flight live in sessionStorage, which survives a reload of the tab. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export const prefixOf = (userId: number) => `dispecerat.answering.${userId}.`

export function noteAnswer(store: TextStore, userId: number, left: AnswerLeft): void {
  store.setItem(prefixOf(userId) + left.call.id, JSON.stringify(left))
}

export function forgetAnswer(store: TextStore, userId: number, { id }: Pick<CallView, 'id'>): void {
  store.removeItem(prefixOf(userId) + id)
}
