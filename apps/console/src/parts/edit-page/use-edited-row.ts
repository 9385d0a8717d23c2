import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type EditForm, type Given, type Loaded, useEditForm } from './use-edit-form.ts'

interface Stored<V, Row> {
  /** What the row is called in the cache and in the audit log: 'car'. */
  entity: string
  /** null: a row that is not there yet. */
  id: number | null
  read: (id: number, signal: AbortSignal) => Promise<{ data: Row }>
  /** What a new row's form says. */
  empty: V
  loadedOf: (row: Row) => Loaded<V>
  save: Given<V, { data: Row }>['save']
  /** Other queries that show something of it. */
  shownIn: readonly string[]
  /** Goes to the page of a row that has just been added. */
  open: (id: number) => void
}

interface EditedRow<V, Row> {
  row: Row | undefined
  form: EditForm<V>
  /** Spread onto EditPage. */
  page: { form: EditForm<V>; isNew: boolean; isLoading: boolean; error: unknown; onRetry: () => void }
}

/** One row of the office and the form over it; saved, it is shown anew wherever it stands. */
export function useEditedRow<V extends object, Row extends { id: number }>(kept: Stored<V, Row>): EditedRow<V, Row> {
  const { entity, id, read, empty, loadedOf, save, shownIn, open } = kept
  const cache = useQueryClient()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [entity, id],
    queryFn: ({ signal }) => read(id as number, signal),
    enabled: id !== null,
  })
  const row = data?.data
  const form = useEditForm<V, { data: Row }>({
    loaded: id === null ? { values: empty } : row && loadedOf(row),
    isNew: id === null,
    save,
    saved: ({ data: saved }) => {
      cache.setQueryData([entity, saved.id], { data: saved })
      for (const query of shownIn) void cache.invalidateQueries({ queryKey: [query] })
      void cache.invalidateQueries({ queryKey: ['changes', entity, saved.id] })
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
