import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { OrderListName } from '@dispecerat/domain/orders/order'
import { type Actor, whyNot } from '@dispecerat/domain/orders/order-actions'
import { IconClock, IconRefresh, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, Suspense } from 'react'
import { useOrderViewers } from '../../../realtime/order-viewers.ts'
import { lifeOf } from '../../../shared/orders/order-life.ts'
import { useOrderPanel } from '../../../shared/orders/order-lists.store.ts'
import { OrderStateBadge } from '../../../shared/orders/order-state-badge.tsx'
import { CallButtons } from '../../../shared/telephone/call-buttons.tsx'
import type { Workspace } from '../../../shared/workspace/workspace.ts'
import {
  dayAndTime,
  duration,
  hourAndMinute,
  millisOf,
  shortAddress,
  shortPlace,
  shownTime,
} from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { later } from '../../../ui/later.ts'
import { useNow } from '../../../ui/now.ts'

const RowTags = later(() => import('../../../shared/orders/row-tags.tsx').then((m) => m.RowTags))

const messages = ro.lists

export interface RowProps {
  id: number
  kind: OrderListName
  workspace: Workspace
  top: number
  height: number
  position: number
  /** -1 while the server has more rows below. */
  total: number
  /** The only row in the Tab order; arrows move it. */
  isTabStop: boolean
  isOpen: boolean
  actor: Actor
  onRetry: (id: number) => void
  onRemoveFromCalls: (id: number) => void
}

/** Two lines, rendered again only when its own order changes. */
export const OrderRowLine = memo(function OrderRowLine(props: RowProps) {
  const { id, kind, top, height, position, total, isTabStop, isOpen, workspace } = props
  const order = useOrderPanel((s) => s.byId.get(id))
  const flash = useOrderPanel((s) => s.flashes.get(id))
  if (!order) return null
  const names = order.place_names.map(shortPlace)
  return (
    <li
      className={`order-row${order.in_pending_queue ? ' order-row-alert' : ''}${isOpen ? ' order-row-open' : ''}`}
      style={{ transform: `translateY(${top}px)`, height }}
      aria-posinset={position}
      aria-setsize={total}
      data-order={id}
    >
      <Link
        to={workspace.orderPath}
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
          {workspace.showsEveryPlace && names.length > 1 ? (
            <span className="order-places" title={names.join(' → ')}>
              {names.join(' → ')}
            </span>
          ) : (
            <span className="order-address" title={names.join(' → ') || undefined}>
              {order.address ? shortAddress(order.address) : messages.noAddress}
            </span>
          )}
        </span>
        <span className="order-end digits">
          <WhenCell order={order} kind={kind} />
          <b>{order.car_indicativ ?? '—'}</b>
        </span>
      </Link>
      <CallButtons orderId={id} call={order.call} />
      <RowButtons order={order} {...props} />
    </li>
  )
})

function RowButtons({ order, kind, actor, isTabStop, ...props }: RowProps & { order: OrderRow }) {
  const { id } = order
  return (
    <>
      {whyNot(lifeOf(order), 'retry', actor) === null && order.dispatcher_id === actor.userId ? (
        <button
          type="button"
          className="row-button"
          aria-label={messages.retryNow(id)}
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
          aria-label={`${messages.removeFromCalls}: ${id}`}
          title={messages.removeFromCalls}
          tabIndex={isTabStop ? 0 : -1}
          onClick={() => props.onRemoveFromCalls(id)}
        >
          <IconX size={15} />
        </button>
      ) : null}
    </>
  )
}

function keepSearch(search: { tab?: OrderListName; q?: string }) {
  return { tab: search.tab, q: search.q }
}

function FirstLine({ order }: { order: OrderRow }) {
  return (
    <span className="order-first">
      <b className="digits">{order.phone ? prettyPhone(order.phone) : messages.noPhone}</b>
      {order.in_pending_queue ? <span className="tag tag-alert">{messages.alert}</span> : null}
      {order.call_need_interaction ? (
        <span className="tag tag-bad" title={messages.callBackHint}>
          {messages.callBack}
        </span>
      ) : null}
      {order.dispatcher_id === null ? <span className="tag">{messages.online}</span> : null}
      <OrderViewers orderId={order.id} />
      {hasTags(order) ? (
        <Suspense fallback={null}>
          <RowTags order={order} />
        </Suspense>
      ) : null}
      <span className="order-name dim">{order.name}</span>
    </span>
  )
}

/** True for a row that may have tags, which are loaded apart. */
function hasTags(order: OrderRow): boolean {
  const { cod_amount, prep_minutes, fare_doubt, arrival_doubt, car_warning, replacement_since } = order
  return [cod_amount, prep_minutes, fare_doubt, arrival_doubt, car_warning, replacement_since].some(
    (fact) => fact !== null,
  )
}

/** Initials of the users who have the order open; those who edit it are highlighted. */
function OrderViewers({ orderId }: { orderId: number }) {
  const viewers = useOrderViewers(orderId)
  if (viewers.length === 0) return null
  const names = messages.inOrder(
    viewers.map((one) => (one.isEditing ? messages.editing(one.name) : one.name)).join(', '),
  )
  return (
    <span className="order-lookers" role="img" aria-label={names} title={names}>
      {viewers.slice(0, 2).map(({ id, name, isEditing }) => (
        <span key={id} className={isEditing ? 'looker looker-editing' : 'looker'}>
          {initials(name)}
        </span>
      ))}
      {viewers.length > 2 ? <span className="looker">+{viewers.length - 2}</span> : null}
    </span>
  )
}

function initials(name: string): string {
  const letters = name.split(/\s+/).map((word) => word[0] ?? '')
  return letters.slice(0, 2).join('').toUpperCase()
}

/** Closed orders show when they closed, scheduled ones when they leave, the others their age. */
function WhenCell({ order, kind }: { order: OrderRow; kind: OrderListName }) {
  if (kind === 'finished' || order.state === 'finished')
    return <time>{shownTime(order.trip_finished_at ?? order.created_at, hourAndMinute)}</time>
  if (kind === 'canceled' || order.state === 'canceled')
    return <time>{shownTime(order.canceled_at ?? order.created_at, hourAndMinute)}</time>
  if (order.state === 'pending' && !order.in_pending_queue) {
    return (
      <time className="order-scheduled" title={`${messages.scheduled} ${shownTime(order.departure_time, dayAndTime)}`}>
        <IconClock size={12} aria-label={messages.scheduled} /> {shownTime(order.departure_time, hourAndMinute)}
      </time>
    )
  }
  return <Age since={order.created_at} />
}

/** Subscribes to the clock separately, so that a tick never renders the whole row. */
function Age({ since }: { since: string }) {
  const now = useNow((s) => s.now)
  return <span>{duration((now - millisOf(since)) / 1000)}</span>
}
