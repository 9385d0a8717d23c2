import type { CatalogueEntry } from '@dispecerat/contract/identity/catalogue'
import * as contract from '@dispecerat/contract/identity/catalogue'
import { listChanges } from '@dispecerat/contract/office/changes'
import { listOrderOptions, listServices } from '@dispecerat/contract/orders/company-dispatch'
import { useQueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { patchReply } from '../../api/patch-reply.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { catalogueMessages as messages } from '../../shared/settings-page/catalogue-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'

export type CatalogueKind = 'service' | 'option'
const UNDO_MS = 6_000

const ENDPOINTS = {
  service: {
    list: contract.listCatalogueServices,
    create: contract.createService,
    edit: contract.editService,
    remove: contract.deleteService,
    restore: contract.restoreService,
    sort: contract.sortServices,
    offered: listServices,
  },
  option: {
    list: contract.listCatalogueOptions,
    create: contract.createOrderOption,
    edit: contract.editOrderOption,
    remove: contract.deleteOrderOption,
    restore: contract.restoreOrderOption,
    sort: contract.sortOrderOptions,
    offered: listOrderOptions,
  },
} as const

/** Editable fields of an entry; only options have services, only services the other ones. */
export interface EntryFields {
  name: string
  service_ids?: number[]
  code?: string
  package_id?: 1 | 2 | 3 | null
  base_tariff_id?: number | null
}

/** Null is the platform. */
export interface EntryInput extends EntryFields {
  company_id: number | null
}

/** The services or options of a company and of the platform, and their actions. */
export function useCatalogue(kind: CatalogueKind, companyId: number | undefined) {
  const endpoints = ENDPOINTS[kind]
  const cache = useQueryClient()
  const found = useEndpointQuery(endpoints.list, { query: { company_id: companyId } })
  const again = () => {
    void invalidate(
      cache,
      contract.listCatalogueServices,
      contract.listCatalogueOptions,
      endpoints.offered,
      listChanges,
    )
  }
  const create = (input: EntryInput, key: string) => request(endpoints.create, { body: input }, { key })
  const edit = ({ id, version, change }: EntryEdit, key: string) =>
    request(endpoints.edit, { params: { id }, body: change }, { key, version })
  const restore = useAction((id: number, key) => request(endpoints.restore, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.restored)
      again()
    },
  })
  const remove = useAction((id: number, key) => request(endpoints.remove, { params: { id } }, { key }), {
    done: (_, id) => {
      again()
      offerUndo({ text: messages[kind].removed, label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(id) })
    },
  })
  const switchTo = useAction(edit, {
    done: ({ data }) => {
      /* Patches the reply into the cache, so that a second change is based on it. */
      patchReply<{ data: CatalogueEntry[] }>(
        cache,
        endpointKey(endpoints.list, { query: { company_id: companyId } }),
        ({ data: rows }) => ({
          data: rows.map((row) => (row.id === data.id ? data : row)),
        }),
      )
      again()
    },
    failed: refreshed(again),
    isPerRow: true,
  })
  const sort = useAction(
    ({ ids, owner }: { ids: number[]; owner: number | null }, key) =>
      request(endpoints.sort, { body: { company_id: owner, ids } }, { key }),
    { done: again },
  )
  return { found, rows: found.data?.data, create, edit, again, remove, switchTo, sort }
}

export interface EntryEdit {
  id: number
  version: number
  change: Partial<EntryFields> & { is_active?: boolean }
}

/** Refetches after a conflict; the global handler still reports the error. */
function refreshed(again: () => void) {
  return () => {
    again()
    return false
  }
}
