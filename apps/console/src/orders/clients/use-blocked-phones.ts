import { listBlockedPhones, restoreBlockedPhone, unblockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { blockedMessages as messages } from './blocked-messages.ts'

const UNDO_MS = 6000

/** The phone numbers blocked by the user's companies, refetched when any dispatcher changes them, and their removal. */
export function useBlockedPhones() {
  const cache = useQueryClient()
  const readAgain = () => void invalidate(cache, listBlockedPhones)
  useLive('blocked_phones_changed', readAgain)
  useResync(readAgain)
  const list = useEndpointQuery(listBlockedPhones, {}, { refetchInterval: useFallbackInterval(FALLBACK_MS.statistics) })
  const restore = useAction((id: number, key) => request(restoreBlockedPhone, { params: { id } }, { key }), {
    done: readAgain,
    isPerRow: true,
  })
  const remove = useAction((id: number, key) => request(unblockPhone, { params: { id } }, { key }), {
    done: (_, id) => {
      readAgain()
      offerUndo({ text: messages.deleted, label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(id) })
    },
    isPerRow: true,
  })
  return { list, remove }
}
