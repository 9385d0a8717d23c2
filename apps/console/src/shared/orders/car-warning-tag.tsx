import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { millisOf } from '../../text/format.ts'
import { useNow } from '../../ui/now.ts'
import { carMessages } from './car-messages.ts'

/** Marks a car that does not come to the pickup, with the minutes since when. */
export function CarWarningTag({ warning: { kind, since } }: { warning: NonNullable<OrderRow['car_warning']> }) {
  const minutes = useNow(({ now }) => Math.max(0, Math.floor((now - millisOf(since)) / 60_000)))
  return <span className="tag tag-bad digits">{carMessages.warnings[kind](minutes)}</span>
}

/** Tags of a row whose car does not come, and of one for which another car is searched meanwhile. */
export function CarTags({
  order: { car_warning, replacement_since, car_indicativ },
}: {
  order: Pick<OrderRow, 'car_warning' | 'replacement_since' | 'car_indicativ'>
}) {
  return (
    <>
      {car_warning ? <CarWarningTag warning={car_warning} /> : null}
      {replacement_since === null ? null : (
        <span className="tag digits" title={carMessages.replacingUntil(car_indicativ)}>
          {carMessages.replacing(car_indicativ)}
        </span>
      )}
    </>
  )
}
