import {
  deletePriorityWindow,
  listPriorityWindows,
  restorePriorityWindow,
} from '@dispecerat/contract/fleet/priority-windows'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { priorityMessages } from './priority-messages.ts'

const messages = priorityMessages
export const WINDOWS_PER_PAGE = 10
const UNDO_MS = 6000

/** The saved windows, page by page, refetched when any dispatcher changes them; and their removal. */
export function usePriorityWindows(page: number) {
  const cache = useQueryClient()
  const readAgain = () => void invalidate(cache, listPriorityWindows)
  useLive('priorities_changed', readAgain)
  useResync(readAgain)
  const list = useEndpointQuery(
    listPriorityWindows,
    { query: { page, per_page: WINDOWS_PER_PAGE } },
    { placeholderData: keepPreviousData, refetchInterval: useFallbackInterval(FALLBACK_MS.statistics) },
  )
  const restore = useAction((id: number, key) => request(restorePriorityWindow, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.saved)
      readAgain()
    },
    isPerRow: true,
  })
  const remove = useAction((id: number, key) => request(deletePriorityWindow, { params: { id } }, { key }), {
    done: (_, id) => {
      readAgain()
      offerUndo({ text: messages.saved, label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(id) })
    },
    isPerRow: true,
  })
  return { list, readAgain, remove }
}
