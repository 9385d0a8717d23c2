import { useNavigate, useSearch } from '@tanstack/react-router'
import { DEFAULT_PER_PAGE, type TableParams } from '../../routes/params/table-params.ts'
import { keepTyped, useTypedSearch } from '../../routes/params/typed-params.ts'

export interface TableFind<S extends TableParams> {
  /** The URL parameters, and the typed search when it must stay out of the URL. */
  find: S
  page: number
  perPage: number
  /** Sets filters and returns to the first page; undefined removes a filter. */
  set: (change: { [K in keyof S]?: S[K] | undefined }) => void
  /** Props to spread onto DataTable. */
  table: {
    page: number
    perPage: number
    sort: string | undefined
    onSort: (sort: string | undefined) => void
    onPage: (page: number) => void
    onPerPage: (perPage: number) => void
  }
}

/**
 * Page, sort and filters of a table are URL parameters, so that Back undoes a filter and a link shows the same rows.
 */
export function useTableParams<S extends TableParams>(route: string): TableFind<S> {
  const inAddress = useSearch({ from: route } as never) as S
  const typed = useTypedSearch(inAddress.search)
  const find = typed === inAddress.search ? inAddress : { ...inAddress, search: typed }
  const navigate = useNavigate()
  const go = (change: object, how: { replace?: true; state?: never } = {}) =>
    void navigate({ to: '.', state: true, ...how, search: ((search: object) => ({ ...search, ...change })) as never })
  const page = find.page ?? 1
  const perPage = find.per_page ?? DEFAULT_PER_PAGE
  return {
    find,
    page,
    perPage,
    set: (change) => {
      if (!('search' in change)) return go({ page: undefined, ...change })
      const { inAddress: search, state } = keepTyped(change.search)
      go({ page: undefined, ...change, search }, { replace: true, state })
    },
    table: {
      page,
      perPage,
      sort: find.sort,
      onSort: (sort) => go({ page: undefined, sort }),
      onPage: (to) => go({ page: to > 1 ? to : undefined }),
      onPerPage: (rows) => go({ page: undefined, per_page: rows === DEFAULT_PER_PAGE ? undefined : rows }),
    },
  }
}
