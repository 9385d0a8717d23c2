import type { DriverOrder, OfferView, PendingOrder } from '@dispecerat/contract/dispatch/driver'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { DEFAULT_BEHAVIOUR, type DriverBehaviour } from '../behaviour.ts'
import { type Act, applyEvent, type DriverEvent, type DriverModel, pass, wakeUp } from '../driver-model.ts'
import { seededRandom } from '../seeded-random.ts'

export const WILLING: DriverBehaviour = { ...DEFAULT_BEHAVIOUR, refusePercent: 0, ignorePercent: 0 }
export const PICKUP = { lat: 45.65, long: 25.6 }

export function aPlace(lat: number, long: number) {
  const nothing = { place_id: null, comment: null, bloc: null, scara: null, reper: null }
  return { id: 1, order_id: 11, name: 'Strada Lungă 5', lat, long, ...nothing }
}

export function anOrder(changes: Partial<DriverOrder> = {}): DriverOrder {
  return {
    id: 11,
    state: 'assigned',
    trip_state: 'waiting_driver',
    name: null,
    about_client: null,
    places: [aPlace(PICKUP.lat, PICKUP.long), aPlace(45.66, 25.61)],
    departure_time: '2026-03-18 10:00:00',
    assigned_at: '2026-03-18 10:00:10',
    trip_started_at: null,
    trip_finished_at: null,
    waiting_driver_time: 5,
    service_id: 1,
    options: {},
    payment_type: 'cash',
    cost: null,
    fare_doubt: null,
    arrival_doubt: null,
    replacement_since: null,
    manually_assigned: false,
    is_next: false,
    phone: null,
    package_note: null,
    cod_amount: null,
    weight_kg: null,
    no_show_at: null,
    proof_photo_required: false,
    ...changes,
  }
}

export function anOffer(orderId = 11, roundId = 21): OfferView {
  const { places, options, service_id, payment_type, departure_time, package_note, cod_amount, weight_kg } = anOrder()
  const goods = { package_note, cod_amount, weight_kg }
  return {
    round_id: roundId,
    order: {
      id: orderId,
      places,
      options,
      service_id,
      payment_type,
      departure_time,
      ...goods,
      distance_m: 400,
      route_m: null,
    },
    expires_at: '2026-03-18 10:00:10',
    expires_in_ms: 10_000,
    notification_method: 'all',
  }
}

/** A driver model under test: receives events and time, and records its actions. */
export function aDriver(behaviour: DriverBehaviour = WILLING, seed = 1, home: Point | null = null) {
  const random = seededRandom(seed)
  let model: DriverModel = wakeUp(behaviour, random, home)
  const acts: Act[] = []
  const take = (next: { model: DriverModel; acts: Act[] }) => {
    model = next.model
    acts.push(...next.acts)
    return next.acts
  }
  return {
    model: () => model,
    acts,
    hears: (event: DriverEvent) => take(applyEvent(model, event, random)),
    lives: (seconds: number) => {
      for (let s = 0; s < seconds; s++) take(pass(model, 1, random))
    },
  }
}

export function aListed(orderId: number, roundId: number): PendingOrder {
  const { order } = anOffer(orderId, roundId)
  return { round_id: roundId, order, is_pinned: false, listed_at: '2026-03-18 10:00:00' }
}
