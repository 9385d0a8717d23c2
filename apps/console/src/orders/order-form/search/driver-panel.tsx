import { readDriver } from '@dispecerat/contract/orders/company-dispatch'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button } from '@mantine/core'
import { IconMapPin, IconMessage } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useEndpointQuery } from '../../../api/endpoint-query.ts'
import { showDriver } from '../../../shared/drivers/driver-card-drawer.tsx'
import { DriverLink } from '../../../shared/drivers/driver-link.tsx'
import { confirmMessage } from '../../../shared/notices/send-message.tsx'
import { RoadEta } from '../../../shared/order-arrival/road-eta.tsx'
import { CallPhone } from '../../../shared/telephone/call-phone.tsx'
import { driverCardMessages } from '../../../text/driver-card-messages.ts'
import { duration, millisOf } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { later } from '../../../ui/later.ts'
import { useNow } from '../../../ui/now.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'

const messages = ro.order.driver
const DriverLocation = later(() => import('./driver-location.tsx').then((m) => m.DriverLocation))
const CarLines = later(() => import('../../../shared/orders/car/car-lines.tsx').then((m) => m.CarLines))

/** The assigned driver; what clients ask about on the telephone comes first. */
export function DriverPanel({ order }: { order: OrderView }) {
  const car = order.driver?.default_car
  const isDriving = order.state === 'assigned'
  const facts: [string, ReactNode][] = [
    [messages.number, car?.number],
    [messages.make, car?.make],
    [messages.model, car?.model],
    [messages.color, car?.color],
    [messages.name, <DriverName key="name" order={order} />],
    [messages.phone, order.driver?.phone ? prettyPhone(order.driver.phone) : null],
  ]
  if (order.driver_id !== null) facts.push([driverCardMessages.rating, <MeanRating key="mean" id={order.driver_id} />])
  return (
    <section className="panel side-card" aria-label={messages.title}>
      <div className="side-head">
        <h2 className="panel-title">{isDriving ? messages.title : messages.name}</h2>
        {order.is_next ? (
          <span className="tag" title={messages.nextHint}>
            {messages.next}
          </span>
        ) : null}
        {order.manually_assigned ? <span className="tag">{ro.order.manual}</span> : null}
      </div>
      <div className="driver-sign">
        <b className="digits">{order.car_indicativ ?? car?.indicativ ?? '—'}</b>
        {isDriving ? <Arrival order={order} /> : null}
      </div>
      <Suspense fallback={null}>
        <CarLines order={order} />
      </Suspense>
      {order.is_next ? <p className="small dim">{messages.nextHint}</p> : null}
      <FactList facts={facts} />
      <TripRating order={order} />
      <Buttons order={order} />
    </section>
  )
}

/** A partner's driver has neither a name nor a page here. */
function DriverName({ order: { driver_id, driver } }: { order: OrderView }) {
  if (driver_id === null) return null
  return driver?.name ? <DriverLink id={driver_id}>{driver.name}</DriverLink> : (driver?.identifier ?? `#${driver_id}`)
}

/** Loaded apart from the order, so that the panel does not wait for it. */
function MeanRating({ id }: { id: number }) {
  const { data } = useEndpointQuery(readDriver, { params: { id } })
  const rating = data?.data.rating
  if (!rating) return null
  const card = driverCardMessages
  return rating.mean === null ? card.fewRatings(rating.count) : card.meanRating(rating.mean, rating.count)
}

/** The client's rating of this trip. */
function TripRating({ order: { rating } }: { order: OrderView }) {
  if (rating === null) return null
  const parts = ['★'.repeat(rating.stars), rating.tags.join(', '), rating.comment].filter(Boolean)
  return (
    <p className="note trip-rating">
      <span className="small dim">{savedOrderMessages.rating.ofTrip}: </span>
      <span className="visually-hidden">{savedOrderMessages.rating.star(rating.stars)}</span>
      {parts.join(' · ')}
    </p>
  )
}

function Buttons({ order }: { order: OrderView }) {
  const [isLocating, setIsLocating] = useState(false)
  const { driver, driver_id } = order
  if (driver_id === null) return null
  const name = driver?.name ?? driver?.identifier ?? String(driver_id)
  return (
    <div className="panel-buttons">
      <CallPhone phone={driver?.phone ?? null} name={name} whom={{ driver_id, order_id: order.id }} />
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconMessage size={13} aria-hidden />}
        onClick={() => confirmMessage({ userId: driver_id, name, orderId: order.id })}
      >
        {savedOrderMessages.driver.message}
      </Button>
      {order.state === 'assigned' ? (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconMapPin size={13} aria-hidden />}
          onClick={() => setIsLocating(true)}
        >
          {savedOrderMessages.driver.place}
        </Button>
      ) : null}
      <Button size="compact-xs" variant="default" onClick={() => showDriver(driver_id)}>
        {driverCardMessages.title}
      </Button>
      {isLocating ? (
        <Suspense fallback={null}>
          <DriverLocation order={order} onClose={() => setIsLocating(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Countdown of the promised minutes; then the state of the trip. */
function Arrival({ order }: { order: OrderView }) {
  const now = useNow((s) => s.now)
  const trip = order.trip_state ? ro.order.tripStates[order.trip_state] : ''
  if (order.trip_state === 'started' && order.trip_started_at) {
    return <span className="arrival">● {messages.rides(duration((now - millisOf(order.trip_started_at)) / 1000))}</span>
  }
  if (order.trip_state !== 'waiting_driver' || order.waiting_driver_time === null || order.assigned_at === null) {
    return <span className="arrival">{order.trip_state === 'waiting_client' ? `◆ ${trip}` : `▶ ${trip}`}</span>
  }
  const left = millisOf(order.assigned_at) + order.waiting_driver_time * 60_000 - now
  return (
    <span className="arrival">
      <span>▶ {trip}</span>
      <span>
        {messages.promised(order.waiting_driver_time)} ·{' '}
        <b className="digits">{left >= 0 ? duration(left / 1000) : messages.late(duration(-left / 1000))}</b>
      </span>
      <RoadEta orderId={order.id} />
    </span>
  )
}
