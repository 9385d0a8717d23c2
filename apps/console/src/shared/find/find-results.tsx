import { searchOrders } from '@dispecerat/contract/orders/order-search'
import { keepPreviousData } from '@tanstack/react-query'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import type { FindParams } from '../../routes/params/shell-params.ts'
import { findMessages } from '../../text/find-messages.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pages } from '../filters/pages.tsx'
import { OrderResults, PLACE_COLUMNS, type ResultColumn } from '../orders/order-results.tsx'
import { questionOf, type Secret } from './find-draft.ts'

const PER_PAGE = 15
const SIGN: ResultColumn = { name: findMessages.book.columns.sign, isNumber: true, of: (order) => order.car_indicativ }
const COLUMNS = [...PLACE_COLUMNS, SIGN]

interface Props {
  find: FindParams
  secret: Secret | null
  onPage: (page: number) => void
  onLeaveTop: () => void
}

/** The results of the search, 15 per page. */
export function FindResults({ find, secret, onPage, onLeaveTop }: Props) {
  const question = questionOf(find, secret)
  const { data, isError, isFetching, refetch } = useEndpointQuery(
    searchOrders,
    { body: question ?? {} },
    { enabled: question !== null, placeholderData: keepPreviousData },
  )
  if (question === null) return null
  const page = find.page ?? 1
  const total = data?.meta.total ?? 0
  return (
    <section className="find-results" aria-label={findMessages.title} aria-busy={isFetching}>
      <p role="status" className="small">
        {isFetching && !data ? findMessages.searching : null}
        {data && total > 0 ? findMessages.results(total, data.meta.total_is_capped) : null}
        {data && total === 0 ? findMessages.empty : null}
      </p>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {data && data.data.length > 0 ? (
        <OrderResults label={findMessages.title} orders={data.data} columns={COLUMNS} onLeaveTop={onLeaveTop} />
      ) : null}
      {total > PER_PAGE ? <Pages page={page} hasMore={data?.meta.next_cursor != null} onPage={onPage} /> : null}
    </section>
  )
}
