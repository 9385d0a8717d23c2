import {
  deletePriorityWindow,
  listPriorityWindows,
  restorePriorityWindow,
} from '@dispecerat/contract/fleet/priority-windows'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { priorityMessages } from './priority-messages.ts'

const messages = priorityMessages
export const WINDOWS_PER_PAGE = 10
const WINDOWS = ['priority-windows']
const UNDO_MS = 6000

/** The saved windows, page by page, refetched when any dispatcher changes them; and their removal. */
export function usePriorityWindows(page: number) {
  const cache = useQueryClient()
  const readAgain = () => void cache.invalidateQueries({ queryKey: WINDOWS })
  useLive('priorities_changed', readAgain)
  useResync(readAgain)
  const list = useQuery({
    queryKey: [...WINDOWS, page],
    queryFn: ({ signal }) => request(listPriorityWindows, { query: { page, per_page: WINDOWS_PER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: useFallbackInterval(FALLBACK_MS.statistics),
  })
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
