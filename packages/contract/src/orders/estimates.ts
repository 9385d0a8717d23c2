import { FARE_PARTS } from '@dispecerat/domain/orders/tariff'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByOrderId } from '../kernel/ids.ts'
import { Id, Latitude, Longitude, one, Ron } from '../kernel/wire.ts'
import { NewOrder } from './order-shapes.ts'

const area = 'estimates'

/** The part of an order that its price and pickup time depend on, without data of the client. */
export const EstimateRequest = NewOrder.pick({ departure_time: true, service_id: true, options: true }).extend({
  places: z
    .array(z.object({ lat: Latitude, long: Longitude }))
    .min(1, 'Please enter address')
    .max(52, 'Cel mult 52 de adrese'),
})

/** Road distance of a car and its driving time. */
const CarByRoad = z.object({
  driver_id: Id,
  indicativ: z.string(),
  metres: z.number().int(),
  seconds: z.number().int(),
})

export const FareLine = z.object({
  part: z.enum(FARE_PARTS),
  amount: Ron,
  /** Metres (distance), seconds (waiting), percent (night); null for a flat amount. */
  quantity: z.number().nullable(),
})

export const Estimate = z.object({
  /** RON; null without a tariff, or without a destination. */
  cost: Ron.nullable(),
  /** Over all places in their order; null with only one place. */
  metres: z.number().int().nullable(),
  seconds: z.number().int().nullable(),
  is_night: z.boolean(),
  /** Null: the company has no tariff for the service. */
  tariff_name: z.string().nullable(),
  explanation: z.array(FareLine),
  /** Nearest free drivers of the actor's companies, nearest first; empty for a company's account. */
  nearest: z.array(CarByRoad),
  /** The nearest busy driver; only while there is no free one. */
  nearest_busy: CarByRoad.nullable(),
  /**
   * A car whose trip ends within ten minutes and which reaches the pickup before any free one: `metres` from the end of its trip, `seconds`
   * including the rest of it. Null for a company's account.
   */
  nearest_finishing: CarByRoad.nullable(),
  pickup_eta_seconds: z.number().int().nullable(),
  /** Kind of car the estimate is for: a free one, or one about to finish its trip. */
  pickup_eta_by: z.enum(['free', 'finishing']).nullable(),
  /** True when any distance is estimated from the straight line. */
  is_guess: z.boolean(),
})
export type Estimate = z.infer<typeof Estimate>

export const estimateOrder = endpoint({
  method: 'POST',
  path: '/api/estimates',
  does: 'What an order would cost, how far and long it is, and how soon a car can be there, free or about to finish. Writes nothing.',
  area,
  may: 'orders.place',
  body: EstimateRequest,
  reply: one(Estimate),
  errors: ['company.unknown'],
})

/** A driver on the way to an order, or one with an open offer for it. */
const DriverOnWay = CarByRoad.extend({
  name: z.string().nullable(),
  lat: z.number(),
  long: z.number(),
  /** Age of the position in seconds. */
  age_s: z.number().int(),
  is_guess: z.boolean(),
})
export type DriverOnWay = z.infer<typeof DriverOnWay>

export const OrderEta = z.object({
  /** Target of the distances: the pickup, or the last address once the client is in the car. */
  to: z.object({ position: z.number().int(), name: z.string(), lat: z.number(), long: z.number() }).nullable(),
  /** The assigned driver; otherwise drivers with a ringing offer, in rank order; empty without positions. */
  drivers: z.array(DriverOnWay),
})
export type OrderEta = z.infer<typeof OrderEta>

export const readOrderEta = endpoint({
  method: 'GET',
  path: '/api/orders/:id/eta',
  does: 'Where the driver of an order is, or those who are asked, and how far and long it still is by road.',
  area,
  may: 'orders.dispatch',
  params: ByOrderId,
  reply: one(OrderEta),
  errors: ['order.unknown'],
})
