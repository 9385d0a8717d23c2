import type { CallView } from '@dispecerat/contract/calls'

/** An answer the house was asked for, and what for. */
export interface AnswerLeft {
  call: CallView
  /** The open order he was to be answered into. */
  orderId: number | null
}

/** Where answers under way are noted: the tab's own shelf, which a page that is loaded again finds as it was. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export const prefixOf = (userId: number) => `dispecerat.answering.${userId}.`

export function noteAnswer(store: TextStore, userId: number, left: AnswerLeft): void {
  store.setItem(prefixOf(userId) + left.call.id, JSON.stringify(left))
}

export function forgetAnswer(store: TextStore, userId: number, { id }: Pick<CallView, 'id'>): void {
  store.removeItem(prefixOf(userId) + id)
}
