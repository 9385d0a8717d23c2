import type { ClientView } from '@dispecerat/contract/company-desk'
import type { OrderState, TripState } from '@dispecerat/domain/order'
import { isPhone, normalizePhone } from '@dispecerat/domain/phone'
import { OrderStateBadge } from '../../parts/order-state-badge.tsx'
import { shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { LinkButton } from '../../ui/link-button.tsx'

const words = ro.order.client

/** One line under the phone: who calls, how often, and what stands in the way. */
export function ClientLine({ client, isLooking }: { client: ClientView | null; isLooking: boolean }) {
  return (
    <p className="client-line small" role="status">
      {isLooking ? <span className="dim">{words.looking}</span> : null}
      {client?.is_blocked ? <span className="tag tag-bad">✕ {words.blocked}</span> : null}
      {client && client.id === null ? <span className="tag">{words.unknown}</span> : null}
      {client && client.id !== null ? (
        <span>
          <span aria-hidden>● </span>
          {words.orders(client.orders_count)} · {words.canceled(client.canceled_count)}
        </span>
      ) : null}
      {client?.open_order ? <span className="tag tag-alert">{words.openOrder}</span> : null}
      {client?.protocol_parent_user ? (
        <span className="tag">
          {words.protocol}: {client.protocol_parent_user.name}
        </span>
      ) : null}
    </p>
  )
}

/** The right column while an order is typed. */
export function ClientCard({ client, phone }: { client: ClientView | null; phone: string }) {
  if (!client || !isPhone(normalizePhone(phone))) {
    return (
      <section className="panel side-card" aria-label={words.title}>
        <h2 className="panel-title">{words.title}</h2>
        <p className="dim small">{words.hint}</p>
      </section>
    )
  }
  const open = client.open_order
  return (
    <section className="panel side-card" aria-label={words.title}>
      <h2 className="panel-title">{client.name ?? words.title}</h2>
      {client.is_blocked ? (
        <p className="tag-bad note">
          {words.blocked}
          {client.blocked_reason ? `: ${client.blocked_reason}` : ''}
        </p>
      ) : null}
      {open ? (
        <div className="note tag-alert-soft">
          <b>{words.openOrder}</b>
          <div className="note-row">
            <OrderStateBadge state={open.state as OrderState} tripState={open.trip_state as TripState | null} />
            <b>{open.car_indicativ}</b>
          </div>
          <div>{open.address}</div>
          <LinkButton
            to="/operator/order/$id"
            params={{ id: String(open.id) }}
            search={(kept) => kept}
            size="compact-xs"
            variant="default"
          >
            {words.openThat}
          </LinkButton>
        </div>
      ) : null}
      <dl className="side-facts">
        <div>
          <dt>{words.last}</dt>
          <dd>{shownTime(client.last_order_at) || '—'}</dd>
        </div>
      </dl>
      {client.about ? <p className="note">{client.about}</p> : null}
    </section>
  )
}
