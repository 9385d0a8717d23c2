import type { OrderView } from '@dispecerat/contract/order-shapes'
import { placeLetter } from '@dispecerat/domain/order'
import { prettyPhone } from '@dispecerat/domain/phone'
import { shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'

export interface FieldChange {
  field: string
  before: string
  now: string
}

/** What a person sees of an order, field by field, for telling what somebody else changed. */
function shownFields(order: OrderView): Map<string, string> {
  const words = ro.order
  const shown = new Map<string, string>([
    [words.contactPhone, order.phone ? prettyPhone(order.phone) : ''],
    [words.name, order.name ?? ''],
    [words.notes, order.about_client ?? ''],
    [words.when.at, shownTime(order.departure_time)],
    [words.options, Object.keys(order.options).sort().join(', ')],
    [words.paymentLabel, words.payment[order.payment_type]],
    [words.driver.sign, order.car_indicativ ?? ''],
    [ro.map.stateLabel, words.states[order.state]],
  ])
  order.places.forEach((place, index) => {
    const parts = [place.name, place.bloc, place.scara, place.reper, place.comment].filter(Boolean)
    shown.set(
      words.place.label(placeLetter(index), index === 0 ? words.place.pickup : words.place.destination),
      parts.join(', '),
    )
  })
  return shown
}

/** Differences between the order an editor started from and the one that stands now. */
export function changesBetween(before: OrderView, now: OrderView): FieldChange[] {
  const a = shownFields(before)
  const b = shownFields(now)
  const fields = new Set([...a.keys(), ...b.keys()])
  return [...fields]
    .map((field) => ({ field, before: a.get(field) ?? '', now: b.get(field) ?? '' }))
    .filter((change) => change.before !== change.now)
}
