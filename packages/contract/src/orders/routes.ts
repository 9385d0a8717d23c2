import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByOrderId } from '../kernel/ids.ts'
import { Latitude, Longitude, one } from '../kernel/wire.ts'

const area = 'routes'

export const MAX_ROUTE_POINTS = 26

/** Route over these points, in their order. In the body, because positions must not be in URLs. */
export const RouteRequest = z.object({
  points: z
    .array(z.object({ lat: Latitude, long: Longitude }))
    .min(2, 'Sunt necesare cel puțin două puncte')
    .max(MAX_ROUTE_POINTS, `Cel mult ${MAX_ROUTE_POINTS} de puncte`),
})

const RoutePoint = z.object({ lat: z.number(), long: z.number() })

export const RoutePlan = z.object({
  metres: z.number().int(),
  seconds: z.number().int(),
  /** True when a leg is estimated from the straight line; the line is straight there. */
  is_guess: z.boolean(),
  line: z.array(RoutePoint),
  /** One for each pair of consecutive points. */
  legs: z.array(z.object({ metres: z.number().int(), seconds: z.number().int() })),
})
export type RoutePlan = z.infer<typeof RoutePlan>

export const planRoute = endpoint({
  method: 'POST',
  path: '/api/routes',
  does: 'The way by road over two or more points, as a line, with its length and time. Writes nothing.',
  area,
  may: 'addresses.read',
  body: RouteRequest,
  reply: one(RoutePlan),
})

export const planDriverRoute = endpoint({
  method: 'POST',
  path: '/api/driver/route',
  does: "The same for a driver's phone.",
  area,
  may: 'driver.work',
  body: RouteRequest,
  reply: one(RoutePlan),
})

export const OrderRoute = z.object({
  /** Over the places of the order; null with only one place. */
  route: RoutePlan.nullable(),
  /** From the assigned driver to the pickup; null without a driver or a position, and once the client is in the car. */
  to_pickup: RoutePlan.nullable(),
  /** From the assigned driver to the last address, once the client is in the car. */
  to_destination: RoutePlan.nullable(),
})
export type OrderRoute = z.infer<typeof OrderRoute>

export const readOrderRoute = endpoint({
  method: 'GET',
  path: '/api/orders/:id/route',
  does: 'The way over the places of an order, and the way of its driver to where he goes next.',
  area,
  may: 'orders.dispatch',
  params: ByOrderId,
  reply: one(OrderRoute),
  errors: ['order.unknown'],
})
