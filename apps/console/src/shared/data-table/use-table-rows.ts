import { keepPreviousData } from '@tanstack/react-query'
import { type EndpointOf, useEndpointQuery } from '../../api/endpoint-query.ts'

interface Answer<Row> {
  data: Row[]
  meta: { total: number; total_is_capped: boolean }
}

/** Props to spread onto DataTable. */
export interface TableRows<Row> {
  /** Undefined during the first load. */
  rows: Row[] | undefined
  total: number
  totalIsCapped: boolean
  isFetching: boolean
  isError: boolean
  onRetry: () => void
}

/** The page of rows from the URL; the old rows stay while new ones load. `filter` is the list's query or body. */
export function useTableRows<Row>(
  list: EndpointOf<Answer<Row>>,
  filter: { query: object } | { body: object },
  { page, perPage }: { page: number; perPage: number },
  { byBody }: { byBody?: true } = {},
): TableRows<Row> {
  const paging = { page, per_page: perPage }
  const { data, isError, isFetching, refetch } = useEndpointQuery(
    list,
    'query' in filter ? { query: { ...filter.query, ...paging } } : { body: { ...filter.body, ...paging } },
    { placeholderData: keepPreviousData, byBody },
  )
  return {
    rows: data?.data,
    total: data?.meta.total ?? 0,
    totalIsCapped: data?.meta.total_is_capped ?? false,
    isFetching,
    isError,
    onRetry: () => void refetch(),
  }
}
