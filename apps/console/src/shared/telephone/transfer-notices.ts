import type { ConsoleEventData } from '@dispecerat/contract/api/realtime'
import { create } from 'zustand'

type Transfer = ConsoleEventData<'client_call_transferred'>

/** Transfers not shown yet: the part of the page that shows them is loaded after the first screen. */
export const useTransferNotices = create<{ pending: readonly Transfer[] }>(() => ({ pending: [] }))

export function queueTransferNotice(transfer: Transfer) {
  useTransferNotices.setState(({ pending }) => ({ pending: [...pending, transfer] }))
}
