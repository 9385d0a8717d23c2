import type { ScheduledOrder } from '@dispecerat/contract/dispatch/scheduled-orders'
import { listOrderOptions } from '@dispecerat/contract/orders/company-dispatch'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { useDraggable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconGripVertical } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { leadSources } from '../../shared/orders/promise/promise-messages.ts'
import { hourAndMinute, shortPlace, shownTime } from '../../text/format.ts'
import { scheduleMessages as messages } from './schedule-messages.ts'
import { canBeMoved } from './use-scheduled-acts.ts'

interface Props {
  order: ScheduledOrder
  onMove: () => void
  onRemove: () => void
}

/** One scheduled order: departure, client, addresses, and when its search begins. */
export function ScheduledCard({ order, onMove, onRemove }: Props) {
  const isMovable = canBeMoved(order)
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id: order.id, disabled: !isMovable })
  return (
    <li
      ref={setNodeRef}
      className={`scheduled-card${isDragging ? ' scheduled-dragged' : ''}`}
      style={{ transform: CSS.Translate.toString(transform) }}
    >
      <span className="scheduled-grip" title={isMovable ? messages.dragHow : messages.begun} aria-hidden {...listeners}>
        <IconGripVertical size={14} />
      </span>
      <Link
        className="scheduled-time"
        to="/operator/order/$id"
        params={{ id: String(order.id) }}
        aria-label={`${messages.open(order.id)}, ${messages.leaves(shownTime(order.departure_time, hourAndMinute))}`}
      >
        <time>{shownTime(order.departure_time, hourAndMinute)}</time>
      </Link>
      <div className="scheduled-what">
        <p className="scheduled-who">
          <b>{order.name ?? ''}</b> <span className="digits dim">{order.phone ? prettyPhone(order.phone) : ''}</span>
          <Tags order={order} />
        </p>
        <p>{order.place_names.map(shortPlace).join(' → ')}</p>
        <p className="small dim">{searchMessages(order)}</p>
        {order.no_rules ? (
          <p className="small scheduled-warning" title={messages.noRulesHint}>
            <IconAlertTriangle size={13} aria-hidden /> {messages.noRules}
          </p>
        ) : null}
      </div>
      <div className="scheduled-acts">
        <Button
          size="compact-xs"
          variant="default"
          disabled={!isMovable}
          title={isMovable ? undefined : messages.begun}
          aria-description={isMovable ? undefined : messages.begun}
          aria-label={messages.moveOf(order.id)}
          onClick={onMove}
        >
          {messages.move}
        </Button>
        <Button size="compact-xs" variant="default" aria-label={messages.removeOf(order.id)} onClick={onRemove}>
          {messages.remove}
        </Button>
      </div>
    </li>
  )
}

function Tags({ order }: { order: ScheduledOrder }) {
  const nameOf = useOptionNames()
  return (
    <>
      {order.options.map((key) => (
        <span key={key} className="tag">
          {nameOf(key)}
        </span>
      ))}
      {order.has_own_lead ? <span className="tag">{messages.ownLead}</span> : null}
      {order.start_at === null ? (
        <span className="tag tag-alert">{order.state === 'pending' ? messages.queued : messages.searching}</span>
      ) : null}
    </>
  )
}

/** 'căutare de la 07:15 (cu 15 min înainte, învățat din curse) · creată de Maria' */
function searchMessages({
  start_at: startAt,
  lead_minutes: lead,
  lead_source,
  made_by: maker,
}: ScheduledOrder): string {
  const source = leadSources[lead_source]
  const from = startAt === null ? null : messages.searchFrom(shownTime(startAt, hourAndMinute), lead, source)
  return [from, maker === null ? null : messages.madeBy(maker)].filter(Boolean).join(' · ')
}

/** The Romanian name of an order option; its key until the names have loaded. */
function useOptionNames(): (key: string) => string {
  const { data } = useEndpointQuery(listOrderOptions, {}, { staleTime: Number.POSITIVE_INFINITY })
  return (key) => data?.data.find((option) => option.key === key)?.name ?? key
}
