import type { OrderView } from '@dispecerat/contract/order-shapes'
import { prettyPhone } from '@dispecerat/domain/phone'
import { duration, millisOf } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { useNow } from '../../ui/now.ts'

const words = ro.order.driver

/** The assigned driver: what the client asks for on the phone comes first. */
export function DriverPanel({ order }: { order: OrderView }) {
  const car = order.driver?.default_car
  const facts: [string, string | null | undefined][] = [
    [words.number, car?.number],
    [words.make, car?.make],
    [words.model, car?.model],
    [words.color, car?.color],
    [words.name, order.driver?.name],
    [words.phone, order.driver?.phone ? prettyPhone(order.driver.phone) : null],
  ]
  return (
    <section className="panel side-card" aria-label={words.title}>
      <div className="side-head">
        <h2 className="panel-title">{order.state === 'assigned' ? words.title : words.name}</h2>
        {order.manually_assigned ? <span className="tag">{ro.order.manual}</span> : null}
      </div>
      <div className="driver-sign">
        <b className="digits">{order.car_indicativ ?? car?.indicativ ?? '—'}</b>
        {order.state === 'assigned' ? <Arrival order={order} /> : null}
      </div>
      <dl className="side-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Minutes promised, counting down; then what the trip does. */
function Arrival({ order }: { order: OrderView }) {
  const now = useNow((s) => s.now)
  const trip = order.trip_state ? ro.order.tripStates[order.trip_state] : ''
  if (order.trip_state === 'started' && order.trip_started_at) {
    return <span className="arrival">● {words.rides(duration((now - millisOf(order.trip_started_at)) / 1000))}</span>
  }
  if (order.trip_state !== 'waiting_driver' || order.waiting_driver_time === null || order.assigned_at === null) {
    return <span className="arrival">{order.trip_state === 'waiting_client' ? `◆ ${trip}` : `▶ ${trip}`}</span>
  }
  const left = millisOf(order.assigned_at) + order.waiting_driver_time * 60_000 - now
  return (
    <span className="arrival">
      <span>▶ {trip}</span>
      <span>
        {words.promised(order.waiting_driver_time)} ·{' '}
        <b className="digits">{left >= 0 ? duration(left / 1000) : words.late(duration(-left / 1000))}</b>
      </span>
    </span>
  )
}
