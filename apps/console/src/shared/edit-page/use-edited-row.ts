import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { listChanges } from '@dispecerat/contract/office/changes'
import { useQueryClient } from '@tanstack/react-query'
import { type EndpointOf, endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { type EditForm, type EditFormOptions, type Loaded, useEditForm } from './use-edit-form.ts'

interface Stored<V, Row> {
  /** Name of the record in the audit log: 'car'. */
  entity: string
  /** Null: a new record. */
  id: number | null
  read: EndpointOf<{ data: Row }>
  /** Initial values of a new record. */
  empty: V
  loadedOf: (row: Row) => Loaded<V>
  save: EditFormOptions<V, { data: Row }>['save']
  /** Other endpoints whose replies show parts of the record. */
  shownIn: readonly Endpoint[]
  /** Navigates to a record that has just been added. */
  open: (id: number) => void
}

interface EditedRow<V, Row> {
  row: Row | undefined
  form: EditForm<V>
  /** Props to spread onto EditPage. */
  page: { form: EditForm<V>; isNew: boolean; isLoading: boolean; error: unknown; onRetry: () => void }
}

/** One record and its form; saving invalidates every query that shows it. */
export function useEditedRow<V extends object, Row extends { id: number }>(options: Stored<V, Row>): EditedRow<V, Row> {
  const { entity, id, read, empty, loadedOf, save, shownIn, open } = options
  const cache = useQueryClient()
  const { data, error, isLoading, refetch } = useEndpointQuery(
    read,
    { params: { id: id ?? 0 } },
    { enabled: id !== null },
  )
  const row = data?.data
  const form = useEditForm<V, { data: Row }>({
    loaded: id === null ? { values: empty } : row && loadedOf(row),
    isNew: id === null,
    save,
    saved: ({ data: saved }) => {
      cache.setQueryData(endpointKey(read, { params: { id: saved.id } }), { data: saved })
      void invalidate(cache, ...shownIn, [listChanges, { query: { entity, entity_id: saved.id } }])
      if (id === null) open(saved.id)
    },
    reload: refetch,
  })
  return {
    row,
    form,
    page: { form, isNew: id === null, isLoading, error: row ? null : error, onRetry: () => void refetch() },
  }
}
