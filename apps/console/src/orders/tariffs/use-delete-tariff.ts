import { deleteTariff, restoreTariff } from '@dispecerat/contract/orders/tariffs'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { tariffMessages as messages } from '../../shared/settings-page/tariff-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'

const UNDO_MS = 6_000

/** Deletes, returns to the list, and offers to undo. */
export function useDeleteTariff() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => void cache.invalidateQueries({ queryKey: ['tariffs'] })
  const restore = useAction((id: number, key) => request(restoreTariff, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.restored)
      refresh()
    },
  })
  const remove = useAction((id: number, key) => request(deleteTariff, { params: { id } }, { key }), {
    done: (_, id) => {
      refresh()
      void navigate({ to: '/settings/tariffs', search: {} })
      offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(id) })
    },
  })
  return remove.run
}
