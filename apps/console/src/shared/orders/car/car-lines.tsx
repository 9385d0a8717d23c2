import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { arrivalDoubtReason, arrivalMessages } from './arrival-messages.ts'
import { carMessages } from './car-messages.ts'
import { CarWarningTag } from './car-warning-tag.tsx'

/** What is wrong with the car of an order: it does not come, another one is searched, or its arrival is doubted. */
export function CarLines({ order }: { order: OrderView }) {
  const { car_warning: warning, arrival_doubt: doubt, replacement_since, car_indicativ } = order
  return (
    <>
      {warning ? (
        <p className="small">
          <CarWarningTag warning={warning} />
        </p>
      ) : null}
      {replacement_since === null ? null : (
        <p className="note small" role="status">
          {carMessages.replacingUntil(car_indicativ)}
        </p>
      )}
      {doubt ? (
        <p className="small">
          <span className="tag tag-bad">{arrivalMessages.doubted}</span> {arrivalDoubtReason(doubt)}
        </p>
      ) : null}
    </>
  )
}
