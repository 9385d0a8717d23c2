import {
  cancelOrder,
  clearAlwaysInCall,
  deleteOrder,
  duplicateOrder,
  moveToPending,
  restoreOrder,
  retryOrder,
} from '@dispecerat/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { notifyError } from '../../api/notify-error.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { useWorkspace } from '../workspace/workspace.ts'
import { invalidateOrder } from './keep-order.ts'

const UNDO_DELETE_MS = 6000

/** Actions of the lists and the order screen on a saved order; every refusal also refetches the order. */
export function useOrderActions() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  const refresh = (id: number) => void invalidateOrder(cache, id)
  const refetch = (error: unknown, id: number) => {
    if (error instanceof ApiError && error.status === 409) refresh(id)
    return false
  }
  const say = (text: string) => ({
    done: (_: unknown, id: number) => {
      toast.good(text)
      refresh(id)
    },
    failed: refetch,
    isPerRow: true as const,
  })

  const cancel = useAction(
    ({ id, reason }: { id: number; reason: string }, key) =>
      request(cancelOrder, { params: { id }, body: reason === '' ? {} : { reason_text: reason } }, { key }),
    {
      done: (_, { id }) => {
        toast.good(ro.order.canceled)
        refresh(id)
      },
      failed: (error, { id }) => refetch(error, id),
      isPerRow: true,
    },
  )
  const retry = useAction((id: number, key) => request(retryOrder, { params: { id } }, { key }), say(ro.order.retried))
  const queue = useAction(
    (id: number, key) => request(moveToPending, { params: { id } }, { key }),
    say(ro.order.queued),
  )
  const removeFromCalls = useAction(
    (id: number, key) => request(clearAlwaysInCall, { params: { id } }, { key }),
    say(ro.order.updated),
  )
  const duplicate = useAction((id: number, key) => request(duplicateOrder, { params: { id } }, { key }), {
    done: ({ id }) => {
      toast.good(ro.order.duplicated)
      void navigate({ to: orderPath, params: { id: String(id) }, search: (search) => search })
    },
    failed: refetch,
  })
  const remove = useRemoval(refresh, refetch)

  return {
    /** Confirmed by its own dialog, which also takes the reason. */
    cancel: (id: number, reason: string) => cancel.run({ id, reason }),
    remove: (id: number) =>
      confirm({ text: ro.lists.deleteQuestion, yes: ro.lists.delete, danger: true, onYes: () => void remove.run(id) }),
    retry: retry.run,
    queue: queue.run,
    duplicate: duplicate.run,
    removeFromCalls: removeFromCalls.run,
    busy: cancel.busy || retry.busy || queue.busy || duplicate.busy || remove.busy,
  }
}

/** Deletes an order, closes it where it is open, and offers to undo. */
function useRemoval(refresh: (id: number) => void, refetch: (error: unknown, id: number) => boolean) {
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  const restore = (id: number) => {
    request(restoreOrder, { params: { id } })
      .then(() => {
        toast.good(ro.lists.restored)
        refresh(id)
      })
      .catch(notifyError)
  }
  return useAction((id: number, key) => request(deleteOrder, { params: { id } }, { key }), {
    done: (_, id) => {
      if (window.location.pathname.endsWith(`/order/${id}`)) {
        void navigate({ to: orderPath, params: { id: '0' }, search: (search) => search })
      }
      offerUndo({ text: ro.lists.deleted, label: ro.lists.undoDelete, ms: UNDO_DELETE_MS, undo: () => restore(id) })
      refresh(id)
    },
    failed: refetch,
    isPerRow: true,
  })
}
