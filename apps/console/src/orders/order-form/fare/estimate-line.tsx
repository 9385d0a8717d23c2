import type { Estimate } from '@dispecerat/contract/orders/estimates'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { estimateMessages as messages } from '../../../shared/orders/estimate-messages.ts'
import { distance, minutesOf, money } from '../../../text/format.ts'
import { serverNow } from '../../../ui/now.ts'
import { bodyOfDraft, bodyOfOrder, carText, fareText, roadText } from './estimate.ts'
import './estimate.css'
import type { OrderDraft } from '../draft/order-draft.ts'
import { useEstimate } from './use-estimate.ts'

/**
 * Price, distance, duration and the nearest free car while the client is still on the telephone. It never blocks the
 * form.
 */
export function EstimateLine({ draft }: { draft: OrderDraft }) {
  const estimate = useEstimate(bodyOfDraft(draft, new Date(serverNow())))
  return (
    <div className="estimate small">{estimate ? <Announced estimate={estimate} car={carText(estimate)} /> : null}</div>
  )
}

/**
 * The estimate for a saved order's current addresses while it is open, beside the cost announced when it was placed.
 */
export function SavedEstimate({ order }: { order: OrderView }) {
  const isWaiting = order.state === 'created' || order.state === 'pending'
  const isOpen = isWaiting || order.state === 'assigned'
  const estimate = useEstimate(isOpen ? bodyOfOrder(order) : null, { isPolling: isWaiting })
  if (!estimate) return null
  return (
    <div className="estimate small">
      <Announced
        label={messages.now}
        estimate={estimate}
        announced={order.estimated_cost}
        car={isWaiting ? carText(estimate) : null}
      />
    </div>
  )
}

interface AnnouncedProps {
  label?: string
  estimate: Estimate
  car: string | null
  /** The cost announced to the client when the order was placed. */
  announced?: number | null
}

function Announced({ label = messages.label, estimate, car, announced = null }: AnnouncedProps) {
  const changed = announced !== null && announced !== estimate.cost
  const line = [roadText(estimate), changed ? messages.told(money(announced)) : null, car].filter(Boolean).join(' · ')
  return (
    <details>
      <summary title={messages.explain}>
        <b>{label}</b> <span className="digits">{line}</span>
        {estimate.is_night ? <span className="tag">{messages.night}</span> : null}
        {estimate.is_guess ? (
          <span className="dim" title={messages.guessHint}>
            {' '}
            ≈ {messages.guess}
          </span>
        ) : null}
      </summary>
      <Explained estimate={estimate} />
    </details>
  )
}

function Explained({ estimate }: { estimate: Estimate }) {
  const { tariff_name: tariff, explanation, cost, nearest } = estimate
  return (
    <div className="estimate-why">
      {tariff === null ? <p className="dim">{messages.noTariffHint}</p> : null}
      {cost === null ? null : (
        <dl>
          <Row name={messages.tariff} value={tariff ?? ''} />
          {explanation.map((line) => (
            <Row key={line.part} name={fareText(line)} value={money(line.amount)} />
          ))}
          <Row name={messages.total} value={money(cost)} />
        </dl>
      )}
      {nearest.length === 0 ? null : (
        <dl>
          <Row name={messages.free} value="" />
          {nearest.map((car) => (
            <Row
              key={car.driver_id}
              name={car.indicativ}
              value={`${distance(car.metres)}, ~${messages.minutes(minutesOf(car.seconds))}`}
            />
          ))}
        </dl>
      )}
      {estimate.is_guess ? <p className="dim">{messages.guessHint}</p> : null}
    </div>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="digits">{value}</dd>
    </div>
  )
}
