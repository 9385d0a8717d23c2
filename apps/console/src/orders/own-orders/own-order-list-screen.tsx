import { exportFoundOrders, searchOrders } from '@dispecerat/contract/orders/order-search'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { isDeliveryPackage } from '@dispecerat/domain/orders/goods'
import type { OrderState } from '@dispecerat/domain/orders/order'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { invalidate } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import { wireOf } from '../../api/wire-of.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { isOrderListName, type OrderListName, type OrderListParams } from '../../routes/params/order-list-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TablePage } from '../../shared/data-table/table-page.tsx'
import { type TableFind, useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'
import { TimeFilter } from '../../shared/filters/time-filter.tsx'
import { costText } from '../../shared/orders/cost-text.ts'
import { OrderStateBadge } from '../../shared/orders/order-state-badge.tsx'
import { findMessages } from '../../text/find-messages.ts'
import { money, shownTime } from '../../text/format.ts'
import { ownScreenMessages } from '../../text/own-screen-messages.ts'
import { useThrottled } from '../../ui/use-throttled.ts'
import '../../shared/data-table/books.css'

const messages = ownScreenMessages.book
const KEY = 'own-book'
const CALM_MS = 1000
const OWN_ORDER_LISTS = ['all', 'live', 'finished', 'canceled', 'pending'] as const satisfies readonly OrderListName[]
type OwnOrderList = (typeof OWN_ORDER_LISTS)[number]

const STATES: Record<OwnOrderList, OrderState[]> = {
  all: ['created', 'assigned', 'pending', 'finished', 'canceled'],
  live: ['created', 'assigned', 'pending'],
  finished: ['finished'],
  canceled: ['canceled'],
  pending: ['pending'],
}

const COLUMNS: readonly Column<OrderView>[] = [
  { key: 'id', label: messages.columns.id, isNumber: true, render: ({ id }) => id },
  { key: 'created_at', label: messages.columns.created_at, render: ({ created_at }) => shownTime(created_at) },
  {
    key: 'departure',
    label: messages.columns.departure,
    hiddenByDefault: true,
    render: ({ departure_time }) => shownTime(departure_time),
  },
  { key: 'name', label: messages.columns.name, render: ({ name, client_name }) => name ?? client_name },
  { key: 'pickup', label: messages.columns.pickup, render: ({ places, address }) => places[0]?.name ?? address },
  { key: 'destination', label: messages.columns.destination, render: destinationsOf },
  { key: 'sign', label: messages.columns.sign, isNumber: true, render: ({ car_indicativ }) => car_indicativ },
  { key: 'driver', label: messages.columns.driver, hiddenByDefault: true, render: ({ driver }) => driver?.name },
  {
    key: 'payment',
    label: messages.columns.payment,
    hiddenByDefault: true,
    render: ({ payment_type }) => messages.payments[payment_type],
  },
  { key: 'cost', label: messages.columns.cost, isNumber: true, render: costOf },
  {
    key: 'ended',
    label: messages.columns.ended,
    hiddenByDefault: true,
    render: ({ trip_finished_at, canceled_at }) => {
      const at = trip_finished_at ?? canceled_at
      return at && shownTime(at)
    },
  },
  {
    key: 'state',
    label: messages.columns.state,
    render: ({ state, trip_state }) => <OrderStateBadge state={state} tripState={trip_state} />,
  },
]

/** Every destination, because a delivery may have several. */
function destinationsOf({ places }: OrderView): string {
  return places
    .slice(1)
    .map(({ name }) => name)
    .join(' → ')
}

function costOf(order: OrderView): string | null {
  if (order.state === 'canceled') return null
  return costText(order) ?? (order.estimated_cost === null ? null : `~ ${money(order.estimated_cost)}`)
}

/** /orders/{type} for a protocol company: only its own orders, of any time. */
export function OwnOrderListScreen() {
  const { type } = useParams({ from: '/app/orders/$type' })
  const list: OwnOrderList = isOrderListName(type) && type !== 'online' ? type : 'all'
  const delivers = isDeliveryPackage(useUser().companies[0]?.package_id ?? 0)
  const search = useTableParams<OrderListParams>('/app/orders/$type')
  const filter = filterOf(list, search.find)
  const rows = useTableRows(searchOrders, { body: filter }, search)
  useOwnOrderListInvalidation()
  return (
    <TablePage<OrderView>
      title={findMessages.book.titles[list]}
      columns={COLUMNS}
      columnsKey={KEY}
      search={search}
      searched={messages.searched}
      rows={rows}
      rowHref={({ id }) => `${delivers ? '/delivery' : '/operator'}/order/${id}`}
      lead={<Tabs />}
      filters={<Filters find={search.find} onSet={search.set} />}
      actions={
        <ExportButtons path={exportFoundOrders.path} method="POST" query={filter} fileName={`comenzi_${list}`} />
      }
    />
  )
}

/** A change of an own order is pushed by its number. */
function useOwnOrderListInvalidation() {
  const cache = useQueryClient()
  const again = useThrottled(() => invalidate(cache, searchOrders), CALM_MS)
  useLive('own_order_changed', again)
  useResync(again)
}

function Tabs() {
  return (
    <nav className="book-tabs" aria-label={findMessages.book.kinds}>
      {OWN_ORDER_LISTS.map((one) => (
        <Link
          key={one}
          to="/orders/$type"
          params={{ type: one }}
          search={({ from, to, payment, per_page }) => ({ from, to, payment, per_page })}
          activeOptions={{ includeSearch: false }}
        >
          {messages.tabs[one]}
        </Link>
      ))}
    </nav>
  )
}

function Filters({ find, onSet }: { find: OrderListParams; onSet: TableFind<OrderListParams>['set'] }) {
  return (
    <>
      <FilterSelect
        label={messages.payment}
        all={messages.anyPayment}
        messages={messages.payments}
        value={find.payment}
        onChange={(payment) => onSet({ payment })}
      />
      <TimeFilter label={findMessages.from} value={find.from} onSet={(from) => onSet({ from })} />
      <TimeFilter label={findMessages.to} value={find.to} onSet={(to) => onSet({ to })} />
    </>
  )
}

function filterOf(list: OwnOrderList, { search, payment, from, to }: OrderListParams) {
  return {
    states: STATES[list],
    ...(search ? { search } : {}),
    ...(payment ? { payment_method: payment } : {}),
    ...(from ? { date_from: wireOf(from) } : {}),
    ...(to ? { date_to: wireOf(to) } : {}),
  }
}
