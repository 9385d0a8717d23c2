import type { CallView } from '@dispecerat/contract/telephony/calls'
import { create } from 'zustand'

/** A call whose draft could not be made; order 0 takes over its phone number and what was typed. */
export const useCallerForNewOrder = create<{ call: CallView | null }>(() => ({ call: null }))

export function keepCallerForNewOrder(call: CallView | null) {
  useCallerForNewOrder.setState({ call })
}
