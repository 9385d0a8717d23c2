import type { CallView } from '@dispecerat/contract/telephony/calls'
import { create } from 'zustand'

/** The call that is to be transferred; the dialog is loaded when it is opened. */
export const useTransferRequest = create<{ callId: number | null }>(() => ({ callId: null }))

/** Only a call with an order can be transferred: the order goes along, or stays behind. */
export function mayTransfer({ state, order_id }: CallView): boolean {
  return order_id !== null && (state === 'started' || state === 'on_hold')
}

export function confirmTransfer({ id }: CallView) {
  useTransferRequest.setState({ callId: id })
}

export function closeTransfer() {
  useTransferRequest.setState({ callId: null })
}
