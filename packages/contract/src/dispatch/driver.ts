import { NOTIFICATION_METHODS } from '@dispecerat/domain/dispatch/search-rules'
import { PAYMENT_TYPES } from '@dispecerat/domain/orders/order'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByOrderId, CarIdIn, RoundIdText } from '../kernel/ids.ts'
import { MAX_BODY_WITH_PHOTO_BYTES, PhotoIn } from '../kernel/photo.ts'
import {
  Done,
  Id,
  Latitude,
  Longitude,
  one,
  paged,
  pageQuery,
  Ron,
  RonIn,
  textUpTo,
  WireTime,
  WireTimeIn,
} from '../kernel/wire.ts'
import { CarView, OrderView } from '../orders/order-shapes.ts'

const area = 'driver'
const may = 'driver.work' as const

/** An order as its driver may see it: the client's phone is included only while the order is assigned to them. */
export const DriverOrder = OrderView.pick({
  id: true,
  state: true,
  trip_state: true,
  name: true,
  about_client: true,
  places: true,
  departure_time: true,
  assigned_at: true,
  arrival_doubt: true,
  replacement_since: true,
  trip_started_at: true,
  trip_finished_at: true,
  waiting_driver_time: true,
  service_id: true,
  options: true,
  payment_type: true,
  cost: true,
  fare_doubt: true,
  manually_assigned: true,
  is_next: true,
  package_note: true,
  cod_amount: true,
  weight_kg: true,
}).extend({
  phone: z.string().nullable(),
  /** From then on the client counts as absent; null unless the driver waits at the pickup, where the car was seen. */
  no_show_at: WireTime.nullable(),
  /** The trip can only be finished with a photo of the delivery. */
  proof_photo_required: z.boolean(),
})
export type DriverOrder = z.infer<typeof DriverOrder>

export const OfferView = z.object({
  round_id: Id,
  order: DriverOrder.pick({
    id: true,
    places: true,
    options: true,
    service_id: true,
    payment_type: true,
    departure_time: true,
    package_note: true,
    cod_amount: true,
    weight_kg: true,
  }).extend({
    distance_m: z.number().int().nullable(),
    route_m: z.number().int().nullable(),
  }),
  expires_at: WireTime,
  /** Milliseconds left when this was sent, because phones' clocks are unreliable. */
  expires_in_ms: z.number().int(),
  notification_method: z.enum(NOTIFICATION_METHODS),
})
export type OfferView = z.infer<typeof OfferView>

/** An entry of the drivers' pending list: it does not ring, and the first driver to accept gets it. */
export const PendingOrder = OfferView.pick({ round_id: true, order: true }).extend({
  /** Stays at the top of the list until a driver accepts. */
  is_pinned: z.boolean(),
  listed_at: WireTime,
})
export type PendingOrder = z.infer<typeof PendingOrder>

export const DriverMe = z.object({
  id: Id,
  identifier: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  /** URL of the driver's photo; null without one. */
  photo_url: z.string().nullable(),
  car: CarView.extend({ id: Id }).nullable(),
  cars: z.array(CarView.extend({ id: Id })),
  on_shift: z.boolean(),
  is_paused: z.boolean(),
  is_busy: z.boolean(),
  balance: Ron,
  high_priority: z.boolean(),
  ban_until: WireTime.nullable(),
  ban_reason: z.string().nullable(),
  /** The current order first, then the one queued behind it. */
  active_orders: z.array(DriverOrder),
})

export const driverMe = endpoint({
  method: 'GET',
  path: '/api/driver/me',
  does: 'The driver, car, balance, ban and active orders.',
  area,
  may,
  reply: one(DriverMe),
})

export const startShift = endpoint({
  method: 'POST',
  path: '/api/driver/shift/start',
  does: 'Go on duty with one of my cars; without car_id the default car.',
  area,
  may,
  body: z.object({ car_id: CarIdIn.optional() }),
  reply: one(DriverMe),
  errors: ['car.unknown', 'driver.car_taken', 'driver.banned'],
})

export const stopShift = endpoint({
  method: 'POST',
  path: '/api/driver/shift/stop',
  does: 'Go off duty; refused while an order is active.',
  area,
  may,
  body: z.unknown().optional(),
  reply: one(DriverMe),
  errors: ['driver.has_active_order'],
})

export const setPause = endpoint({
  method: 'PATCH',
  path: '/api/driver/status',
  does: 'Pause or resume offers.',
  area,
  may,
  body: z.object({ is_paused: z.boolean() }),
  reply: one(DriverMe),
})

export const PositionReport = z.object({
  lat: Latitude,
  long: Longitude,
  heading: z.number().min(0).max(360).nullish(),
  speed: z.number().min(0).max(400).nullish(),
  /** Metres; positions worse than 200 are ignored. */
  accuracy: z.number().min(0).max(100_000).nullish(),
  recorded_at: WireTimeIn.nullish(),
  /** The operating system reports a mock position from another app. */
  is_mock: z.boolean().nullish(),
})

export const reportPosition = endpoint({
  method: 'POST',
  path: '/api/driver/position',
  does: 'Where the car is; the websocket frame of the same name is the usual way.',
  area,
  may,
  body: PositionReport,
  isAutomatic: true,
  reply: z.object({ accepted: z.boolean() }),
  errors: ['driver.not_on_shift'],
})

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/driver/offers',
  does: 'Offers that are open to me now.',
  area,
  may,
  reply: z.object({ data: z.array(OfferView) }),
})

export const listPendingOrders = endpoint({
  method: 'GET',
  path: '/api/driver/pending-orders',
  does: 'Orders anybody on the list may take: pinned ones first, then the oldest.',
  area,
  may,
  reply: z.object({ data: z.array(PendingOrder) }),
})

export const viewOffer = endpoint({
  method: 'POST',
  path: '/api/driver/offers/:roundId/viewed',
  does: 'The offer, or the line of the pending list, is on my screen.',
  area,
  may,
  params: z.object({ roundId: RoundIdText }),
  body: z.unknown().optional(),
  reply: Done,
  errors: ['offer.unknown'],
})

export const acceptOrder = endpoint({
  method: 'POST',
  path: '/api/driver/orders/:id/accept',
  does: 'Take the offered or listed order; waiting_driver_time is the promise in minutes. While a trip is under way it becomes the next order.',
  area,
  may,
  params: ByOrderId,
  body: z.object({ waiting_driver_time: z.number().int().min(0).max(240).nullish() }),
  reply: one(DriverOrder),
  errors: ['order.unknown', 'offer.taken', 'offer.canceled', 'offer.expired', 'driver.busy', 'driver.banned'],
})

export const refuseOrder = endpoint({
  method: 'POST',
  path: '/api/driver/orders/:id/refuse',
  does: 'Say no to an open offer, or strike an order off my pending list.',
  area,
  may,
  params: ByOrderId,
  body: z.object({ reason: textUpTo(200).nullish() }),
  reply: Done,
  errors: ['order.unknown', 'offer.unknown'],
})

const STEP_REFUSALS = ['order.unknown', 'order.wrong_state', 'order.trip_step', 'order.is_next'] as const

export const arriveAtPickup = endpoint({
  method: 'PATCH',
  path: '/api/driver/orders/:id/arrived',
  does: 'I stand at the pickup. Where the car is not seen there the order keeps a mark, and the reason is required.',
  area,
  may,
  params: ByOrderId,
  body: z.object({ reason: textUpTo(200).nullish() }).nullish(),
  reply: one(DriverOrder),
  errors: [...STEP_REFUSALS, 'order.arrival_doubted'],
})

export const startTrip = endpoint({
  method: 'PATCH',
  path: '/api/driver/orders/:id/start',
  does: 'The client is in the car.',
  area,
  may,
  params: ByOrderId,
  body: z.unknown().optional(),
  reply: one(DriverOrder),
  errors: STEP_REFUSALS,
})

export const finishTrip = endpoint({
  method: 'PATCH',
  path: '/api/driver/orders/:id/finish',
  does: 'The trip is over; the cost is what the meter shows.',
  area,
  may,
  params: ByOrderId,
  body: z.object({
    /** Taximeter value; may be left out for a delivery, where the fare follows from the tariff. */
    cost: RonIn.optional(),
    payment_type: z.enum(PAYMENT_TYPES).optional(),
    distance_m: z.number().int().min(0).max(2_000_000).optional(),
    /** Required when the order's `proof_photo_required` is true. */
    proof_photo: PhotoIn.optional(),
  }),
  bodyBytes: MAX_BODY_WITH_PHOTO_BYTES,
  reply: one(DriverOrder),
  errors: STEP_REFUSALS,
})

export const driverCancel = endpoint({
  method: 'PATCH',
  path: '/api/driver/orders/:id/cancel',
  does: 'Give an assigned order up, with the reason.',
  area,
  may,
  params: ByOrderId,
  body: z.object({ reason: textUpTo(200).min(1, 'Motivul este obligatoriu') }),
  reply: one(DriverOrder),
  errors: ['order.unknown', 'order.wrong_state'],
})

export const listMyTrips = endpoint({
  method: 'GET',
  path: '/api/driver/orders',
  does: 'My own trips.',
  area,
  may,
  query: z.object({ ...pageQuery(30), date_from: WireTimeIn.optional(), date_to: WireTimeIn.optional() }),
  reply: paged(DriverOrder),
})
