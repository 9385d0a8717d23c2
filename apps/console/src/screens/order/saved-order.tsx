import type { OrderView } from '@dispecerat/contract/order-shapes'
import { editOrder, updateName } from '@dispecerat/contract/orders'
import { fieldIsEditable, splitDriverReason } from '@dispecerat/domain/order'
import { prettyPhone, showPhone } from '@dispecerat/domain/phone'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { useKey } from '../../keys/use-key.ts'
import { lifeOf } from '../../parts/order-life.ts'
import { OrderStateBadge, stateWord } from '../../parts/order-state-badge.tsx'
import { hourAndMinute, money, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { EditableText } from './editable-text.tsx'
import { FormHead } from './form-head.tsx'
import { OrderActionsBar } from './order-actions-bar.tsx'
import { OrderSide } from './order-side.tsx'
import { SavedPlaces } from './saved-places.tsx'
import { useOrderChoices } from './use-order-choices.ts'

const words = ro.order

/** A placed order: read, with a pencil where the state still lets a field change. */
export function SavedOrder({ order }: { order: OrderView }) {
  const navigate = useNavigate()
  const life = lifeOf(order)
  const lockOf = (field: string) =>
    fieldIsEditable(life, field) ? null : words.actions.wrongState(stateWord(order.state, order.trip_state))
  const close = () => void navigate({ to: '/operator/order/$id', params: { id: '0' }, search: (kept) => kept })
  useKey('closeForm', close)

  return (
    <>
      <section className="panel order-form" aria-label={words.title(order.id)}>
        <div className="form-head">
          <h2>{words.title(order.id)}</h2>
          {order.order_no ? <span className="small dim">{words.number(order.order_no)}</span> : null}
          <OrderStateBadge state={order.state} tripState={order.trip_state} />
          {order.in_pending_queue ? <span className="tag tag-alert">{words.alert}</span> : null}
          {order.dispatcher_id === null ? <span className="tag">{words.online}</span> : null}
          <time className="small dim" title={shownTime(order.created_at)}>
            {shownTime(order.created_at, hourAndMinute)}
          </time>
          <FormHead by={order.dispatcher?.name ?? null} onClose={close} />
        </div>
        <OrderActionsBar order={order} />
        {order.state === 'canceled' ? <Cancellation order={order} /> : null}
        <div className="saved-fields">
          <ReadOnly label={words.phone} value={order.client_phone ? prettyPhone(order.client_phone) : ''} />
          <EditableText
            order={order}
            label={words.contactPhone}
            value={order.phone ? showPhone(order.phone) : ''}
            shown={order.phone ? prettyPhone(order.phone) : words.edit.empty}
            locked={lockOf('phone')}
            texts={{ saved: words.updated }}
            save={(phone, how) => call(editOrder, { params: { id: order.id }, body: { phone } }, how)}
          />
          <EditableText
            order={order}
            label={words.name}
            value={order.name ?? ''}
            locked={lockOf('name')}
            texts={{ saved: words.nameUpdated }}
            save={(name, how) => call(updateName, { params: { id: order.id }, body: { name: name || null } }, how)}
          />
          <EditableText
            order={order}
            label={words.notes}
            value={order.about_client ?? ''}
            multiline
            locked={lockOf('about_client')}
            texts={{ saved: words.notesUpdated, failed: words.notesFailed }}
            save={(about, how) => call(updateName, { params: { id: order.id }, body: { about: about || null } }, how)}
          />
        </div>
        <SavedPlaces order={order} locked={lockOf('places')} />
        <Facts order={order} />
      </section>
      <OrderSide order={order} />
    </>
  )
}

function ReadOnly({ label, value }: { label: string; value: string }) {
  return (
    <div className="read-field">
      <span className="field-label">{label}</span>
      <span className="read-value digits">{value || words.edit.empty}</span>
    </div>
  )
}

/** A driver's reason travels with the driver's id; here it is told as call sign and text. */
function Cancellation({ order }: { order: OrderView }) {
  const reason = order.cancellation_reason_type
  const told = order.cancellation_reason_text ? splitDriverReason(order.cancellation_reason_text) : null
  const who = order.cancelled_by_identifier ?? (told?.driverId ? `#${told.driverId}` : null)
  return (
    <div className="note tag-bad" role="status">
      <b>{reason ? words.cancellation.reasons[reason] : words.cancellation.title}</b>
      {who ? ` · ${who}` : ''}
      {told?.reason && told.reason !== words.clientFinishedCall ? ` · ${told.reason}` : ''}
      {order.canceled_at ? ` · ${shownTime(order.canceled_at)}` : ''}
    </div>
  )
}

/** What this form does not edit: departure, options, payment, cost. */
function Facts({ order }: { order: OrderView }) {
  const { options } = useOrderChoices()
  const named = Object.keys(order.options).map((key) => options.find((option) => option.key === key)?.name ?? key)
  const facts: [string, string][] = [
    [words.when.label, shownTime(order.departure_time)],
    [words.options, named.join(', ')],
    [words.paymentLabel, [words.payment[order.payment_type], order.protocol_user?.name].filter(Boolean).join(' · ')],
  ]
  if (order.cost !== null) facts.push([words.driver.cost, money(order.cost)])
  if (order.trip_finished_at) facts.push([words.driver.finishedAt, shownTime(order.trip_finished_at)])
  return (
    <div className="saved-fields">
      {facts.map(([label, value]) => (
        <ReadOnly key={label} label={label} value={value} />
      ))}
    </div>
  )
}
