import { keepPreviousData, useQuery } from '@tanstack/react-query'

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

/** The page of rows from the URL; the old rows stay while new ones load. `key` is the query key without the page. */
export function useTableRows<Row>(
  key: readonly unknown[],
  { page, perPage }: { page: number; perPage: number },
  load: (paging: { page: number; per_page: number }, signal: AbortSignal) => Promise<Answer<Row>>,
): TableRows<Row> {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...key, page, perPage],
    queryFn: ({ signal }) => load({ page, per_page: perPage }, signal),
    placeholderData: keepPreviousData,
  })
  return {
    rows: data?.data,
    total: data?.meta.total ?? 0,
    totalIsCapped: data?.meta.total_is_capped ?? false,
    isFetching,
    isError,
    onRetry: () => void refetch(),
  }
}
