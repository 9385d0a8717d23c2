import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { fareDoubtMark, fareDoubtReason } from '@dispecerat/domain/orders/fare-doubt-labels'
import { placeLetter } from '@dispecerat/domain/orders/order'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session.ts'
import { money, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { DriverLink } from '../drivers/driver-link.tsx'
import { costFact } from '../orders/cost-text.ts'
import { useTimeFormat } from '../user/use-time-format.ts'
import { orderPreviewMessages as messages } from './order-preview-messages.ts'

/** Route, people and fare of an order, read-only. */
export function OrderPreviewFacts({ order }: { order: OrderView }) {
  const { companies } = useUser()
  const timeFormat = useTimeFormat()
  const reason = order.cancellation_reason_type
  const company = companies.find(({ id }) => id === order.created_by_company_id)?.name
  const facts: [string, ReactNode][] = [
    [messages.placed, shownTime(order.created_at, timeFormat)],
    [messages.departure, shownTime(order.departure_time, timeFormat)],
    [
      messages.client,
      [order.client?.name ?? order.name, phoneOf(order.client_phone ?? order.phone)].filter(Boolean).join(' · '),
    ],
    [messages.driver, order.driver_id === null ? messages.noDriver : <DriverName key="driver" order={order} />],
    [messages.driverPhone, phoneOf(order.driver?.phone)],
    [messages.dispatcher, order.dispatcher?.name ?? (order.dispatcher_id === null ? ro.order.online : null)],
    [messages.payment, ro.order.payment[order.payment_type]],
    costFact(order, messages) ?? [messages.cost, null],
  ]
  if (order.fare_doubt) facts.push([fareDoubtMark, fareDoubtReason(order.fare_doubt)])
  const { driver_payment: payment, is_paid: isPaid } = order.finance_info
  if (payment)
    facts.push([messages.driverPayment, `${money(payment)} · ${isPaid ? messages.paidOut : messages.notPaidOut}`])
  if (companies.length > 1) facts.push([messages.company, company])
  if (reason)
    facts.push([messages.cancellation, order.cancellation_reason_text ?? ro.order.cancellation.reasons[reason]])
  return (
    <>
      <h3 className="panel-title">{messages.route}</h3>
      <Route order={order} />
      <FactList facts={facts} />
    </>
  )
}

function phoneOf(phone: string | null | undefined): string | null {
  return phone ? prettyPhone(phone) : null
}

/** The start time is shown at the first place, the end time at the last. */
function Route({ order }: { order: OrderView }) {
  const last = order.places.length - 1
  const timeFormat = useTimeFormat()
  if (last < 0) return <p className="dim">{ro.lists.noAddress}</p>
  return (
    <ol className="order-preview-route">
      {order.places.map((place, at) => (
        <li key={place.id}>
          <b aria-hidden>{placeLetter(at)}</b>
          <span>
            {place.name}
            {at === 0 && order.trip_started_at ? (
              <span className="small dim">
                {' '}
                · {messages.started} {shownTime(order.trip_started_at, timeFormat)}
              </span>
            ) : null}
            {at === last && order.trip_finished_at ? (
              <span className="small dim">
                {' '}
                · {messages.finished} {shownTime(order.trip_finished_at, timeFormat)}
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A partner's driver has neither a name nor a page here. */
function DriverName({ order }: { order: OrderView }) {
  const { driver_id: driverId, driver } = order
  if (driverId === null) return null
  const sign = order.car_indicativ ?? driver?.default_car?.indicativ ?? driver?.identifier
  if (!driver?.name) return sign ?? driverId
  return (
    <>
      {sign ? `${sign} · ` : null}
      <DriverLink id={driverId}>{driver.name}</DriverLink>
    </>
  )
}
