import { deleteCar, restoreCar } from '@dispecerat/contract/fleet/cars'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { carMessages as messages } from '../../shared/drivers/car-messages.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'

const UNDO_MS = 6000

/** Confirms, deletes, returns to the list, and offers to undo. */
export function useDeleteCar() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => void cache.invalidateQueries({ queryKey: ['cars'] })
  const restore = useAction((id: number, key) => request(restoreCar, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.restored)
      refresh()
    },
  })
  const remove = useAction((id: number, key) => request(deleteCar, { params: { id } }, { key }), {
    done: (_, id) => {
      refresh()
      void navigate({ to: '/cars', search: {} })
      offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(id) })
    },
  })
  return (id: number) =>
    confirm({ text: messages.removeQuestion, yes: messages.removeYes, danger: true, onYes: () => void remove.run(id) })
}
