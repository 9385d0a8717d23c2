import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { millisOf } from '../../../text/format.ts'
import { useNow } from '../../../ui/now.ts'
import { carMessages } from './car-messages.ts'

/** Marks a car that does not come to the pickup, with the minutes since when. */
export function CarWarningTag({ warning: { kind, since } }: { warning: NonNullable<OrderRow['car_warning']> }) {
  const minutes = useNow(({ now }) => Math.max(0, Math.floor((now - millisOf(since)) / 60_000)))
  return <span className="tag tag-bad digits">{carMessages.warnings[kind](minutes)}</span>
}

/** Tag of a row whose car does not come. While another car is searched it says so: there is no room for both. */
export function CarTag({
  order: { car_warning, replacement_since, car_indicativ },
}: {
  order: Pick<OrderRow, 'car_warning' | 'replacement_since' | 'car_indicativ'>
}) {
  if (replacement_since !== null)
    return (
      <span className="tag tag-bad" title={carMessages.replacingUntil(car_indicativ)}>
        {carMessages.replacing}
      </span>
    )
  return car_warning ? <CarWarningTag warning={car_warning} /> : null
}
