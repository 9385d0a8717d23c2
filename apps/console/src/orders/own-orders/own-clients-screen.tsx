import {
  listOwnClients,
  type OwnClient,
  removeOwnClient,
  restoreOwnClient,
} from '@dispecerat/contract/billing/own-clients'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import type { TableParams } from '../../routes/params/table-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TablePage } from '../../shared/data-table/table-page.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { shownTime } from '../../text/format.ts'
import { ownScreenMessages } from '../../text/own-screen-messages.ts'
import { ro } from '../../text/ro.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { later } from '../../ui/later.ts'
import { financeTitles } from '../finance-titles.ts'
import './company.css'

const OwnClientDialog = later(() => import('./own-client-dialog.tsx').then((m) => m.OwnClientDialog))
const messages = ownScreenMessages.clients
const KEY = 'own-clients'
const UNDO_MS = 6000

/** /my-clients: the clients who may order on the logged-in account. */
export function OwnClientsScreen() {
  const [open, setOpen] = useState<OwnClient | 'new' | null>(null)
  const search = useTableParams<TableParams>('/app/my-clients')
  const filter = search.find.search ? { search: search.find.search } : {}
  const rows = useTableRows(listOwnClients, { query: filter }, search, { byBody: true })
  const again = useReadOwnClientsAgain()
  useLive('own_clients_changed', again)
  useResync(again)
  const remove = useRemoval(again)
  return (
    <>
      <TablePage<OwnClient>
        title={financeTitles.ownClients}
        columns={columnsOf(setOpen, remove)}
        columnsKey={KEY}
        search={search}
        searched={messages.searched}
        rows={rows}
        lead={<p className="dim">{rows.rows?.length === 0 && !filter.search ? messages.empty : messages.lead}</p>}
        actions={
          <Button size="compact-sm" onClick={() => setOpen('new')}>
            {messages.add}
          </Button>
        }
      />
      {open === null ? null : (
        <Suspense fallback={null}>
          <OwnClientDialog client={open === 'new' ? null : open} onSaved={again} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

function useReadOwnClientsAgain(): () => void {
  const cache = useQueryClient()
  return () => void invalidate(cache, listOwnClients)
}

function nameOf({ name, phone }: OwnClient): string {
  return name ?? (phone === null ? messages.nameless : prettyPhone(phone))
}

function columnsOf(edit: (client: OwnClient) => void, remove: (client: OwnClient) => void): Column<OwnClient>[] {
  return [
    { key: 'name', label: messages.columns.name, render: nameOf },
    { key: 'phone', label: messages.columns.phone, render: ({ phone }) => phone && prettyPhone(phone) },
    { key: 'note', label: messages.columns.note, render: ({ note }) => note },
    { key: 'orders_count', label: messages.columns.orders_count, isNumber: true, render: (row) => row.orders_count },
    {
      key: 'last',
      label: messages.columns.last,
      render: ({ last_order_at: at }) => (at === null ? null : shownTime(at)),
    },
    {
      key: 'acts',
      label: messages.acts,
      render: (client) => (
        <span className="own-client-acts">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={messages.editOf(nameOf(client))}
            onClick={() => edit(client)}
          >
            {messages.edit}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={messages.removeOf(nameOf(client))}
            onClick={() => remove(client)}
          >
            {messages.remove}
          </Button>
        </span>
      ),
    },
  ]
}

/** Confirms, removes the client, and offers to undo. */
function useRemoval(again: () => void): (client: OwnClient) => void {
  const restore = useAction((id: number, key) => request(restoreOwnClient, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.restored)
      again()
    },
  })
  const remove = useAction(({ id }: OwnClient, key) => request(removeOwnClient, { params: { id } }, { key }), {
    done: (_, client) => {
      again()
      const undo = () => void restore.run(client.id)
      offerUndo({ text: messages.removed(nameOf(client)), label: ro.lists.undoDelete, ms: UNDO_MS, undo })
    },
  })
  return (client) =>
    confirm({
      text: messages.removeQuestion(nameOf(client)),
      yes: messages.remove,
      danger: true,
      onYes: () => void remove.run(client),
    })
}
