import type { ConsoleEventData } from '@dispecerat/contract/realtime'
import { create } from 'zustand'

type Transfer = ConsoleEventData<'client_call_transferred'>

/** Callers passed on, until that is said here: what says it may still be on its way to this page. */
export const useTransfersTold = create<{ untold: readonly Transfer[] }>(() => ({ untold: [] }))

export function hearTransfer(transfer: Transfer) {
  useTransfersTold.setState(({ untold }) => ({ untold: [...untold, transfer] }))
}

/** The caller of it says them. */
export function takeTransfers(): readonly Transfer[] {
  const { untold } = useTransfersTold.getState()
  if (untold.length > 0) useTransfersTold.setState({ untold: [] })
  return untold
}
