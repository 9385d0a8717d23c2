import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { isDeliveryService } from '@dispecerat/domain/orders/goods'
import { orderCan, placeLetter } from '@dispecerat/domain/orders/order'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { useProtocolAccount } from '../../../shared/companies/use-protocol-account.ts'
import { costFact } from '../../../shared/orders/cost-text.ts'
import { lifeOf } from '../../../shared/orders/order-life.ts'
import { OrderStateBadge } from '../../../shared/orders/order-state-badge.tsx'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { companyMessages } from '../../../text/company-messages.ts'
import { dayAndTime, hourAndMinute, millisOf, shownTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { serverNow, useNow } from '../../../ui/now.ts'
import { replaceStoredDraft } from '../draft/draft-store.ts'
import { draftOf } from '../draft/order-draft.ts'
import { GoodsFacts } from '../options/goods-facts.tsx'
import { useKeepOrder } from '../use-order.ts'

const messages = companyMessages.saved

/** An order as its account sees it: state, driver and arrival, addresses, cost. */
export function AccountSavedOrder({ order }: { order: OrderView }) {
  return (
    <article className="panel account-saved" aria-label={messages.title(order.id)}>
      <div className="form-head">
        <h2>{messages.title(order.id)}</h2>
        <OrderStateBadge state={order.state} tripState={order.trip_state} />
        {order.order_no === null ? null : <span className="small dim">{ro.order.number(order.order_no)}</span>}
      </div>
      {order.state === 'canceled' ? <Canceled order={order} /> : null}
      <ol className="account-places">
        {order.places.map((place, index) => (
          <li key={place.id}>
            <span className="place-letter" aria-hidden>
              {placeLetter(index)}
            </span>
            <span>
              {place.name}
              <DoorOf place={place} />
            </span>
          </li>
        ))}
      </ol>
      <Facts order={order} />
      <GoodsFacts order={order} />
      <Actions order={order} />
    </article>
  )
}

function DoorOf({ place }: { place: OrderView['places'][number] }) {
  const door = [
    place.bloc && `${ro.order.place.bloc} ${place.bloc}`,
    place.scara && `${ro.order.place.scara} ${place.scara}`,
    place.reper,
    place.comment,
  ].filter(Boolean)
  return door.length === 0 ? null : <span className="small dim"> · {door.join(' · ')}</span>
}

function Canceled({ order }: { order: OrderView }) {
  const { cancellation_reason_type: type, cancellation_reason_text: text, canceled_at: at } = order
  return (
    <p className="note tag-bad" role="status">
      <b>{type ? ro.order.cancellation.reasons[type] : ro.order.cancellation.title}</b>
      {text ? ` · ${text}` : ''}
      {at ? ` · ${shownTime(at, dayAndTime)}` : ''}
    </p>
  )
}

function Facts({ order }: { order: OrderView }) {
  const { driver, car_indicativ: sign } = order
  const car = driver?.default_car
  const phone = order.phone ?? order.client_phone
  const facts: [string, string | null][] = [
    [ro.order.when.label, shownTime(order.departure_time, dayAndTime)],
    [ro.order.phone, phone === null ? null : prettyPhone(phone)],
    [ro.order.name, order.name],
    [ro.order.notes, order.about_client],
  ]
  const cost = costFact(order, messages)
  if (cost !== null) facts.push(cost)
  const carText =
    car && [[car.make, car.model, car.color].filter(Boolean).join(' '), car.number].filter(Boolean).join(' · ')
  return (
    <>
      <section
        className="account-driver"
        aria-label={isDeliveryService(order.service_id) ? messages.courier : messages.driver}
      >
        {sign === null ? (
          <SearchNote order={order} />
        ) : (
          <>
            <b className="account-sign digits">{sign}</b>
            <span>
              {driver?.name}
              {carText ? <span className="dim"> · {carText}</span> : null}
            </span>
            <Arrival order={order} />
          </>
        )}
      </section>
      <FactList facts={facts.filter(([, value]) => value)} />
    </>
  )
}

function SearchNote({ order }: { order: OrderView }) {
  if (order.state === 'created' || order.in_pending_queue) {
    return <span role="status">{isDeliveryService(order.service_id) ? messages.nobodyDelivers : messages.nobody}</span>
  }
  if (order.state === 'pending')
    return <span>{ro.order.when.scheduled(shownTime(order.departure_time, dayAndTime))}</span>
  return <span className="dim">—</span>
}

const MINUTE_MS = 60_000

/** The arrival the driver promised, counted from the assignment. */
function Arrival({ order }: { order: OrderView }) {
  const now = useNow((s) => s.now)
  if (order.state !== 'assigned') return null
  if (order.trip_state === 'waiting_client') return <span className="tag">{messages.arrived}</span>
  if (order.trip_state === 'started') return <span className="tag">{messages.underway}</span>
  if (order.assigned_at === null || order.waiting_driver_time === null) return null
  const at = millisOf(order.assigned_at) + order.waiting_driver_time * MINUTE_MS
  const minutes = Math.ceil((at - now) / MINUTE_MS)
  const time = hourAndMinute(new Date(at))
  return (
    <span className="tag">{`${messages.eta} ${minutes > 0 ? messages.etaAt(time, minutes) : messages.etaPast(time)}`}</span>
  )
}

function Actions({ order }: { order: OrderView }) {
  const { keep } = useKeepOrder()
  const { orderPath } = useWorkspace()
  const navigate = useNavigate()
  const account = useProtocolAccount().data?.data
  const cancel = useAction((id: number, key) => request(cancelOrder, { params: { id }, body: {} }, { key }), {
    done: ({ data }) => {
      keep(data)
      toast.good(ro.order.canceled)
    },
  })
  const life = lifeOf(order)
  const mayCancel = orderCan(life, 'cancel') || orderCan(life, 'recall')
  const again = () => {
    const { places, ...draft } = draftOf(order, new Date(serverNow()))
    /* The server adds the account's own address again, so it is left out here. */
    replaceStoredDraft({ ...draft, departure: { kind: 'now' }, places: account?.pickup ? places.slice(1) : places })
    void navigate({ to: orderPath, params: { id: '0' }, search: (search) => search })
  }
  return (
    <div className="actions">
      <Button
        size="compact-sm"
        color="red"
        variant="outline"
        aria-disabled={!mayCancel}
        data-disabled={!mayCancel || undefined}
        title={mayCancel ? undefined : messages.late}
        aria-description={mayCancel ? undefined : messages.late}
        aria-busy={cancel.busy || undefined}
        onClick={() =>
          mayCancel &&
          confirm({
            text: messages.cancelQuestion,
            yes: messages.cancel,
            danger: true,
            onYes: () => void cancel.run(order.id),
          })
        }
      >
        {messages.cancel}
      </Button>
      <Button size="compact-sm" variant="default" onClick={again}>
        {messages.again}
      </Button>
      {account?.company.phone ? (
        <span className="small dim">
          {messages.call}: <a href={`tel:${account.company.phone}`}>{prettyPhone(account.company.phone)}</a>
        </span>
      ) : null}
    </div>
  )
}
