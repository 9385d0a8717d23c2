import type { RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { Estimate, estimateOrder } from '@dispecerat/contract/orders/estimates'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { estimateMessages as messages } from '../../../shared/orders/estimate-messages.ts'
import { distance, minutesOf, money } from '../../../text/format.ts'
import { departureAt, type OrderDraft } from '../draft/order-draft.ts'

export type EstimateBody = NonNullable<RequestInput<typeof estimateOrder>['body']>
const MINUTE_MS = 60_000

/** The part of a draft that decides its price and arrival; null while place A has no coordinates. */
export function bodyOfDraft(draft: OrderDraft, now: Date): EstimateBody | null {
  const [first] = draft.places
  if (!first?.point) return null
  const places = draft.places.flatMap(({ point }) => (point === null ? [] : { lat: point.lat, long: point.long }))
  const body: EstimateBody = { places, service_id: draft.serviceId, options: optionsOf(draft.options) }
  if (draft.departure.kind === 'now') return body
  const at = departureAt(draft.departure, now).getTime()
  /* Rounded to the minute, because each new value is a new query key. */
  return { ...body, departure_time: toWireTime(new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS)) }
}

export function bodyOfOrder(order: OrderView): EstimateBody | null {
  if (order.places.length === 0) return null
  return {
    places: order.places.map(({ lat, long }) => ({ lat, long })),
    service_id: order.service_id,
    options: order.options,
    departure_time: order.departure_time,
  }
}

function optionsOf(keys: readonly string[]): Record<string, true> {
  return Object.fromEntries(keys.map((key) => [key, true as const]))
}

/** "≈ 24,50 RON · 5,2 km · 11 min": price, distance and duration; a missing part is named. */
export function roadText({ cost, metres, seconds, tariff_name: tariff }: Estimate): string {
  const price = cost !== null ? money(cost) : tariff === null ? messages.noTariff : null
  if (metres === null || seconds === null) return [price, messages.noDestination].filter(Boolean).join(' · ')
  const road = [distance(metres), messages.minutes(minutesOf(seconds))]
  return messages.about([price, ...road].filter(Boolean).join(' · '))
}

/**
 * "cel mai apropiat liber: 214, ~4 min", preceded by a car that finishes its trip and arrives sooner; without a free
 * car, the busy one the client would wait for.
 */
export function carText(estimate: Estimate): string {
  const { nearest, nearest_finishing: finishing, nearest_busy: busy } = estimate
  const { pickup_eta_seconds: eta, pickup_eta_by: by } = estimate
  const [first] = nearest
  const free = first ? messages.nearest(first.indicativ, minutesOf(first.seconds)) : null
  if (finishing) {
    return `${messages.finishing(finishing.indicativ, minutesOf(finishing.seconds))}; ${free ?? messages.nobody}`
  }
  if (free) return free
  if (eta !== null) return by === 'finishing' ? messages.etaFinishing(minutesOf(eta)) : messages.eta(minutesOf(eta))
  if (busy) return `${messages.nobody}; ${messages.nearestBusy(busy.indicativ, minutesOf(busy.seconds))}`
  return messages.nobody
}

/** Label of one line of the fare: 'Distanță (5,2 km)'. */
export function fareText({ part, quantity }: Estimate['explanation'][number]): string {
  const name = messages.parts[part]
  if (quantity === null) return name
  if (part === 'distance') return `${name} (${distance(quantity)})`
  if (part === 'night') return `${name} (+${quantity} %)`
  return `${name} (${messages.minutes(minutesOf(quantity))})`
}
