import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { editOrder, updateName } from '@dispecerat/contract/orders/orders'
import { prettyPhone, showPhone } from '@dispecerat/domain/kernel/phone'
import { fieldIsEditable, splitDriverReason } from '@dispecerat/domain/orders/order'
import { useNavigate } from '@tanstack/react-router'
import { request } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { useKey } from '../../../keys/use-key.ts'
import { lifeOf } from '../../../shared/orders/order-life.ts'
import { OrderStateBadge, stateLabel } from '../../../shared/orders/order-state-badge.tsx'
import { CallButtons } from '../../../shared/telephone/call-buttons.tsx'
import { useIsMyCall } from '../../../shared/telephone/use-colleagues-call.ts'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { dayAndTime, hourAndMinute, shownTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { SavedEstimate } from '../fare/estimate-line.tsx'
import { fareLock } from '../fare/fare-lock.ts'
import { SavedFare } from '../fare/saved-fare.tsx'
import { FormHead } from '../form-head.tsx'
import { OrderActionsBar } from '../order-actions-bar.tsx'
import { OrderSide } from '../order-side.tsx'
import { savedOrderMessages } from '../saved-order-messages.ts'
import { OrderTurns } from '../search/order-turns.tsx'
import { EditableText } from './editable-text.tsx'
import { SavedDetails } from './saved-details.tsx'
import { SavedGoods } from './saved-goods.tsx'
import { softLockMessages } from './soft-lock-messages.ts'
import { Viewers } from './viewers.tsx'
import './saved-order.css'
import { SavedPlaces } from '../places/saved-places.tsx'
import { useSoftLock } from './soft-lock.ts'
import { SoftLockNote } from './soft-lock-note.tsx'

const messages = ro.order

/** A placed order: read, with a pencil where the state still lets a field change. */
export function SavedOrder({ order }: { order: OrderView }) {
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  const life = lifeOf(order)
  const user = useUser()
  const softLock = useSoftLock(order.id, useIsMyCall(order.id))
  const lockOf = (field: string) => {
    if (!fieldIsEditable(life, field)) return messages.actions.wrongState(stateLabel(order.state, order.trip_state))
    return fareLock(order, field, user) ?? (softLock ? softLockMessages.field(softLock.names) : null)
  }
  const close = () => void navigate({ to: orderPath, params: { id: '0' }, search: (search) => search })
  useKey('closeForm', close)

  return (
    <>
      <section className="panel order-form" aria-label={messages.title(order.id)}>
        <Head order={order} onClose={close} />
        {softLock ? <SoftLockNote lock={softLock} /> : null}
        <OrderActionsBar order={order} />
        {order.state === 'canceled' ? <Cancellation order={order} /> : null}
        <OrderTurns>
          <Client order={order} lockOf={lockOf} />
          <SavedPlaces order={order} locked={lockOf('places')} />
          <SavedDetails order={order} lockOf={lockOf} />
          <SavedGoods order={order} lockOf={lockOf} />
          <SavedFare order={order} lockOf={lockOf} />
        </OrderTurns>
        <SavedEstimate order={order} />
      </section>
      <OrderSide order={order} />
    </>
  )
}

function Head({ order, onClose }: { order: OrderView; onClose: () => void }) {
  return (
    <div className="form-head">
      <h2>{messages.title(order.id)}</h2>
      {order.order_no ? <span className="small dim">{messages.number(order.order_no)}</span> : null}
      <OrderStateBadge state={order.state} tripState={order.trip_state} />
      {order.in_pending_queue ? <span className="tag tag-alert">{messages.alert}</span> : null}
      {order.dispatcher_id === null ? <span className="tag">{messages.online}</span> : null}
      <time className="small dim" title={shownTime(order.created_at, dayAndTime)}>
        {shownTime(order.created_at, hourAndMinute)}
      </time>
      <CallButtons orderId={order.id} call={order.call} withTransfer />
      <Viewers orderId={order.id} />
      <FormHead by={order.dispatcher?.name ?? null} onClose={onClose} />
    </div>
  )
}

interface FieldsProps {
  order: OrderView
  lockOf: (field: string) => string | null
}

function Client({ order, lockOf }: FieldsProps) {
  const { id } = order
  return (
    <div className="saved-fields">
      <div className="read-field" title={savedOrderMessages.fields.phoneFixed}>
        <span className="field-label">{messages.phone}</span>
        <span className="read-value digits">
          {order.client_phone ? prettyPhone(order.client_phone) : messages.edit.empty}
        </span>
      </div>
      <EditableText
        order={order}
        label={messages.contactPhone}
        wire="phone"
        inputMode="tel"
        read={({ phone }) => (phone ? showPhone(phone) : '')}
        show={(phone) => (phone ? prettyPhone(phone) : '')}
        locked={lockOf('phone')}
        texts={{ saved: messages.updated }}
        save={(phone, how) => request(editOrder, { params: { id }, body: { phone } }, how)}
      />
      <EditableText
        order={order}
        label={messages.name}
        wire="name"
        read={({ name }) => name ?? ''}
        locked={lockOf('name')}
        texts={{ saved: messages.nameUpdated }}
        save={(name, how) => request(updateName, { params: { id }, body: { name: name || null } }, how)}
      />
      <EditableText
        order={order}
        label={messages.notes}
        wire="about_client"
        read={({ about_client }) => about_client ?? ''}
        multiline
        locked={lockOf('about_client')}
        texts={{ saved: messages.notesUpdated, failed: messages.notesFailed }}
        save={(about, how) => request(updateName, { params: { id }, body: { about: about || null } }, how)}
      />
    </div>
  )
}

/** The reason of a driver contains the driver's id; it is shown as call sign and text. */
function Cancellation({ order }: { order: OrderView }) {
  const reason = order.cancellation_reason_type
  const driverReason = order.cancellation_reason_text ? splitDriverReason(order.cancellation_reason_text) : null
  const who = order.cancelled_by_identifier ?? (driverReason?.driverId ? `#${driverReason.driverId}` : null)
  return (
    <div className="note tag-bad" role="status">
      <b>{reason ? messages.cancellation.reasons[reason] : messages.cancellation.title}</b>
      {who ? ` · ${who}` : ''}
      {driverReason?.reason && driverReason.reason !== messages.clientFinishedCall ? ` · ${driverReason.reason}` : ''}
      {order.canceled_at ? ` · ${shownTime(order.canceled_at, dayAndTime)}` : ''}
    </div>
  )
}
