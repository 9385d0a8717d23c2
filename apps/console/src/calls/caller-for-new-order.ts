import type { CallView } from '@dispecerat/contract/calls'
import { create } from 'zustand'

/** A caller whose draft could not be made; order 0 takes over his phone and what was typed for him. */
export const useCallerForNewOrder = create<{ call: CallView | null }>(() => ({ call: null }))

export function keepCallerForNewOrder(call: CallView | null) {
  useCallerForNewOrder.setState({ call })
}
