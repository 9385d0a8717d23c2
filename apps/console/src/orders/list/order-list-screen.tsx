import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { exportOrders, listOrders } from '@dispecerat/contract/orders/orders'
import type { OrderState } from '@dispecerat/domain/orders/order'
import { Checkbox, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { wireOf } from '../../api/wire-of.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import {
  isOrderListName,
  ORDER_LISTS,
  type OrderListName,
  type OrderListParams,
} from '../../routes/params/order-list-params.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { Pages } from '../../shared/filters/pages.tsx'
import { TimeFilter } from '../../shared/filters/time-filter.tsx'
import { UserSelect } from '../../shared/filters/user-select.tsx'
import { FareDoubtTag } from '../../shared/orders/fare-doubt-tag.tsx'
import { OrderResults, PLACE_COLUMNS, type ResultColumn } from '../../shared/orders/order-results.tsx'
import { findMessages } from '../../text/find-messages.ts'
import { money } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useThrottled } from '../../ui/use-throttled.ts'
import '../../shared/data-table/books.css'

const messages = findMessages.book
const PER_PAGE = 30
const CALM_MS = 2000

const STATES: Record<OrderListName, readonly OrderState[]> = {
  all: [],
  live: ['created', 'assigned', 'pending'],
  finished: ['finished'],
  canceled: ['canceled'],
  pending: ['pending'],
  online: [],
}

const COLUMNS: readonly ResultColumn[] = [
  { name: messages.columns.client, of: (order) => order.client?.name ?? order.name },
  ...PLACE_COLUMNS,
  { name: messages.columns.sign, isNumber: true, of: (order) => order.car_indicativ },
  { name: messages.columns.cost, isNumber: true, of: (order) => <Cost order={order} /> },
]

function Cost({ order: { cost, fare_doubt } }: { order: OrderView }) {
  return (
    <>
      {fare_doubt ? <FareDoubtTag doubt={fare_doubt} /> : null} {cost === null ? null : money(cost)}
    </>
  )
}

/** /orders/{type}: a list of orders, also one client's or one driver's. */
export function OrderListScreen() {
  const { type } = useParams({ from: '/app/orders/$type' })
  const find = useSearch({ from: '/app/orders/$type' })
  const list = isOrderListName(type) ? type : 'all'
  const navigate = useNavigate({ from: '/orders/$type' })
  const { data, isError, isLoading, dataUpdatedAt, retry } = useOrderList(list, find)
  const set = (change: Partial<OrderListParams>) =>
    void navigate({
      search: (search) => ({ ...search, page: undefined, ...change }),
      replace: 'from' in change || 'to' in change,
    })
  return (
    <main id="content" className="page book">
      <h1>{titleOf(list, find)}</h1>
      <nav className="book-tabs" aria-label={messages.kinds}>
        {ORDER_LISTS.map((one) => (
          <Link
            key={one}
            to="/orders/$type"
            params={{ type: one }}
            search={({ client, driver, doubted, from, to }) => ({ client, driver, doubted, from, to })}
            activeOptions={{ includeSearch: false }}
          >
            {messages.tabs[one]}
          </Link>
        ))}
      </nav>
      <OrderListFilters find={find} onSet={set} />
      <div className="book-export">
        <ExportButtons path={exportOrders.path} query={filterOf(list, find)} fileName={`comenzi_${list}`} />
      </div>
      <section className="panel book-rows">
        {isError && !data ? <LoadFailed onRetry={retry} lastGoodAt={dataUpdatedAt} /> : null}
        {isLoading ? <Skeleton height={480} /> : null}
        {data?.data.length === 0 ? <p className="dim book-empty">{messages.empty}</p> : null}
        {data && data.data.length > 0 ? (
          <OrderResults label={messages.titles[list]} orders={data.data} columns={COLUMNS} />
        ) : null}
      </section>
      {data ? (
        <div className="book-foot">
          <span role="status">{findMessages.results(data.meta.total, data.meta.total_is_capped)}</span>
          <Pages page={find.page ?? 1} hasMore={data.meta.next_cursor !== null} onPage={(page) => set({ page })} />
        </div>
      ) : null}
    </main>
  )
}

function titleOf(list: OrderListName, { client, driver, doubted }: OrderListParams): string {
  if (doubted) return messages.doubtedFares
  if (client !== undefined) return messages.clientOrders
  return driver === undefined ? messages.titles[list] : messages.driverTrips
}

function useOrderList(list: OrderListName, find: OrderListParams) {
  const { page = 1 } = find
  const query = useEndpointQuery(
    listOrders,
    { query: { ...filterOf(list, find), page, per_page: PER_PAGE } },
    { placeholderData: keepPreviousData, refetchInterval: useFallbackInterval(FALLBACK_MS.lists) },
  )
  const again = useThrottled(() => query.refetch(), CALM_MS)
  useLive('live_orders_updated', again)
  useLive('remove_live_order', again)
  useResync(again)
  return { ...query, retry: () => void query.refetch() }
}

function filterOf(list: OrderListName, { client, driver, doubted, from, to }: OrderListParams) {
  return {
    states: [...STATES[list]],
    client_id: client,
    driver_id: driver,
    ...(list === 'online' ? { online: '1' as const } : {}),
    ...(doubted ? { fare_doubt: '1' as const } : {}),
    ...(from ? { date_from: wireOf(from) } : {}),
    ...(to ? { date_to: wireOf(to) } : {}),
  }
}

/** Filters by person and period; every choice is a URL parameter. */
function OrderListFilters({
  find,
  onSet,
}: {
  find: OrderListParams
  onSet: (change: Partial<OrderListParams>) => void
}) {
  return (
    <div className="book-filters">
      <UserSelect
        label={findMessages.driver}
        roles={DRIVERS}
        value={find.driver ?? null}
        onChange={(driver) => onSet({ driver: driver ?? undefined })}
      />
      <UserSelect
        label={findMessages.client}
        roles={CLIENTS}
        value={find.client ?? null}
        onChange={(client) => onSet({ client: client ?? undefined })}
      />
      <TimeFilter label={findMessages.from} value={find.from} onSet={(from) => onSet({ from })} />
      <TimeFilter label={findMessages.to} value={find.to} onSet={(to) => onSet({ to })} />
      <Checkbox
        className="book-only"
        label={messages.onlyDoubted}
        checked={find.doubted === 1}
        onChange={(event) => onSet({ doubted: event.currentTarget.checked ? 1 : undefined })}
      />
    </div>
  )
}

const DRIVERS = ['driver'] as const
const CLIENTS = ['client'] as const
