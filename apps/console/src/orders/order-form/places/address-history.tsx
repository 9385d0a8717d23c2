import {
  type AddressOfPast,
  deleteFromAddressHistory,
  listAddressHistory,
  restoreSavedAddress,
} from '@dispecerat/contract/geography/addresses'
import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { dayAndTime, shownTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import { offerUndo } from '../../../ui/dialogs/undo-toast.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import type { ClientAddress } from './pick-address.ts'

const messages = ro.order.form
const places = ro.order.place
const UNDO_MS = 6000

interface Props {
  clientId: number | null
  onPick: (address: ClientAddress) => void
}

/** Pickup addresses of the client's earlier orders, the latest first; each can be picked or removed. */
export function AddressHistory({ clientId, onPick }: Props) {
  const { data, isError, refetch } = useEndpointQuery(
    listAddressHistory,
    { params: { clientId: clientId ?? 0 } },
    { enabled: clientId !== null, staleTime: 10_000 },
  )
  const remove = useRemove(clientId)
  const known = data?.data ?? []
  return (
    <section className="address-history" aria-label={messages.pastAddresses}>
      <h3 className="panel-title">{messages.pastAddresses}</h3>
      {clientId === null ? <p className="dim small">{messages.pastHint}</p> : null}
      {clientId !== null && isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {clientId !== null && !data && !isError ? <Skeleton height={60} /> : null}
      {data && known.length === 0 ? <p className="dim small">{messages.pastEmpty}</p> : null}
      <ul>
        {known.map((address) => (
          <li key={address.id}>
            <button
              type="button"
              className="past-address"
              title={messages.pastUse(address.name)}
              onClick={() => onPick(address)}
            >
              <span>{[address.name, address.bloc && `bl. ${address.bloc}`].filter(Boolean).join(', ')}</span>
              <span className="small dim">
                {messages.pastCount(address.use_count)} ·{' '}
                {messages.pastLast(shownTime(address.last_used_at, dayAndTime))}
              </span>
            </button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={messages.pastDelete(address.name)}
              onClick={() => remove(address)}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useRemove(clientId: number | null) {
  const cache = useQueryClient()
  const refresh = () => void invalidate(cache, lookUpClient, listAddressHistory)
  const restore = useAction((id: number, key) => request(restoreSavedAddress, { params: { id } }, { key }), {
    done: () => {
      toast.good(places.restored)
      refresh()
    },
    isPerRow: true,
  })
  const remove = useAction(
    (addressId: number, key) =>
      request(deleteFromAddressHistory, { params: { clientId: clientId ?? 0, addressId } }, { key }),
    {
      done: (_, addressId) => {
        refresh()
        offerUndo({
          text: places.deleted,
          label: ro.lists.undoDelete,
          ms: UNDO_MS,
          undo: () => void restore.run(addressId),
        })
      },
      isPerRow: true,
    },
  )
  return ({ id }: AddressOfPast) =>
    confirm({ text: places.deleteQuestion, yes: places.deleteYes, danger: true, onYes: () => void remove.run(id) })
}
