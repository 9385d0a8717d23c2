import {
  deletePlace,
  deleteSavedAddress,
  listAddressHistory,
  restorePlace,
  restoreSavedAddress,
  searchPlaces,
  searchPlacesNew,
} from '@dispecerat/contract/geography/addresses'
import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'

const UNDO_MS = 6000
const messages = ro.order.place

/** One of the client's addresses, or one of the company's. */
export type DeletableAddress = { savedId: number } | { placeId: string }

/** Confirms, deletes, and offers to undo. */
export function useDeleteAddress(then: () => void = () => undefined) {
  const cache = useQueryClient()
  const refresh = () => {
    void invalidate(cache, lookUpClient, searchPlacesNew, searchPlaces, listAddressHistory)
    then()
  }
  const restore = useAction(
    (address: DeletableAddress, key) =>
      'savedId' in address
        ? request(restoreSavedAddress, { params: { id: address.savedId } }, { key })
        : request(restorePlace, { params: { id: address.placeId } }, { key }),
    {
      done: () => {
        toast.good(messages.restored)
        refresh()
      },
      isPerRow: true,
    },
  )
  const remove = useAction(
    (address: DeletableAddress, key) =>
      'savedId' in address
        ? request(deleteSavedAddress, { params: { id: address.savedId } }, { key })
        : request(deletePlace, { params: { id: address.placeId } }, { key }),
    {
      done: (_, address) => {
        refresh()
        offerUndo({
          text: messages.deleted,
          label: ro.lists.undoDelete,
          ms: UNDO_MS,
          undo: () => void restore.run(address),
        })
      },
      isPerRow: true,
    },
  )
  return (address: DeletableAddress) =>
    confirm({
      text: messages.deleteQuestion,
      yes: messages.deleteYes,
      danger: true,
      onYes: () => void remove.run(address),
    })
}
