import type { CallView } from '@dispecerat/contract/calls'
import { create } from 'zustand'

/** The call somebody wants to pass on; what draws the choice comes when it is asked for. */
export const useTransferAsked = create<{ callId: number | null }>(() => ({ callId: null }))

/** Only a call about an order can be passed on: the order goes along, or stays behind. */
export function mayTransfer({ state, order_id }: CallView): boolean {
  return order_id !== null && (state === 'started' || state === 'on_hold')
}

export function confirmTransfer({ id }: CallView) {
  useTransferAsked.setState({ callId: id })
}

export function closeTransfer() {
  useTransferAsked.setState({ callId: null })
}
