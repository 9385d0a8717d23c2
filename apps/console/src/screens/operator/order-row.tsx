import type { OrderRow } from '@dispecerat/contract/order-shapes'
import type { OrderListName } from '@dispecerat/domain/order'
import { orderCan } from '@dispecerat/domain/order'
import { prettyPhone } from '@dispecerat/domain/phone'
import { IconClock, IconRefresh, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { lifeOf } from '../../parts/order-life.ts'
import { OrderStateBadge } from '../../parts/order-state-badge.tsx'
import { duration, hourAndMinute, millisOf, shortAddress, shortPlace, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { useNow } from '../../ui/now.ts'
import { useOrderPanel } from './order-lists.store.ts'

const words = ro.lists

export interface RowProps {
  id: number
  kind: OrderListName
  top: number
  position: number
  total: number
  /** The one row Tab reaches; arrows move it. */
  isTabStop: boolean
  isOpen: boolean
  ownerId: number
  onRetry: (id: number) => void
  onRemoveFromCalls: (id: number) => void
}

/** 44 px, two lines, drawn again only when its own order changes. */
export const OrderRowLine = memo(function OrderRowLine(props: RowProps) {
  const { id, kind, top, position, total, isTabStop, isOpen } = props
  const order = useOrderPanel((s) => s.byId.get(id))
  const flash = useOrderPanel((s) => s.flashes.get(id))
  if (!order) return null
  const mayRetry = orderCan(lifeOf(order), 'retry') && order.dispatcher_id === props.ownerId
  return (
    <li
      className={`order-row${order.in_pending_queue ? ' order-row-alert' : ''}${isOpen ? ' order-row-open' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      aria-posinset={position}
      aria-setsize={total}
      data-order={id}
    >
      <Link
        to="/operator/order/$id"
        params={{ id: String(id) }}
        search={keepSearch}
        className="order-link"
        tabIndex={isTabStop ? 0 : -1}
        preload={false}
        aria-current={isOpen ? 'page' : undefined}
        draggable={false}
      >
        <span className="order-badge">
          <OrderStateBadge state={order.state} tripState={order.trip_state} flash={flash} />
          {order.state === 'assigned' && order.trip_state ? (
            <span className="order-step dim">{ro.order.tripStates[order.trip_state]}</span>
          ) : null}
        </span>
        <span className="order-main">
          <FirstLine order={order} />
          <span className="order-address" title={order.place_names.map(shortPlace).join(' → ') || undefined}>
            {order.address ? shortAddress(order.address) : words.noAddress}
          </span>
        </span>
        <span className="order-end digits">
          <WhenCell order={order} kind={kind} />
          <b>{order.car_indicativ ?? '—'}</b>
        </span>
      </Link>
      {mayRetry ? (
        <button
          type="button"
          className="row-button"
          aria-label={words.retryNow(id)}
          title={ro.order.actions.retry}
          tabIndex={isTabStop ? 0 : -1}
          onClick={() => props.onRetry(id)}
        >
          <IconRefresh size={15} />
        </button>
      ) : null}
      {kind === 'in-call' && order.always_in_call ? (
        <button
          type="button"
          className="row-button"
          aria-label={`${words.removeFromCalls}: ${id}`}
          title={words.removeFromCalls}
          tabIndex={isTabStop ? 0 : -1}
          onClick={() => props.onRemoveFromCalls(id)}
        >
          <IconX size={15} />
        </button>
      ) : null}
    </li>
  )
})

function keepSearch(search: { tab?: OrderListName; q?: string }) {
  return { tab: search.tab, q: search.q }
}

function FirstLine({ order }: { order: OrderRow }) {
  return (
    <span className="order-first">
      <b className="digits">{order.phone ? prettyPhone(order.phone) : words.noPhone}</b>
      {order.in_pending_queue ? <span className="tag tag-alert">{words.alert}</span> : null}
      {order.dispatcher_id === null ? <span className="tag">{words.online}</span> : null}
      <span className="order-name dim">{order.name}</span>
    </span>
  )
}

/** Closed orders show when they closed, scheduled ones when they leave, the others how long they live. */
function WhenCell({ order, kind }: { order: OrderRow; kind: OrderListName }) {
  if (kind === 'finished' || order.state === 'finished')
    return <time>{shownTime(order.trip_finished_at ?? order.created_at, hourAndMinute)}</time>
  if (kind === 'canceled' || order.state === 'canceled')
    return <time>{shownTime(order.canceled_at ?? order.created_at, hourAndMinute)}</time>
  if (order.state === 'pending' && !order.in_pending_queue) {
    return (
      <time title={`${words.scheduled} ${shownTime(order.departure_time)}`}>
        <IconClock size={12} aria-label={words.scheduled} /> {shownTime(order.departure_time, hourAndMinute)}
      </time>
    )
  }
  return <Age since={order.created_at} />
}

/** Ticks by itself, so that a second never draws a whole row again. */
function Age({ since }: { since: string }) {
  const now = useNow((s) => s.now)
  return <span>{duration((now - millisOf(since)) / 1000)}</span>
}
