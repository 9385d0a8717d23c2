import { z } from 'zod'
import { DriverOrder } from '../dispatch/driver.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { ByOrderId } from '../kernel/ids.ts'
import { one, requiredText } from '../kernel/wire.ts'
import { OrderView } from './order-shapes.ts'

const REFUSALS = [
  'order.unknown',
  'order.wrong_state',
  'order.trip_step',
  'order.no_show_too_early',
  'order.no_show_calling',
] as const

export const reportNoShow = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/no-show',
  does: 'The client did not come to the waiting car: the order is canceled as a no-show. Refused until the company’s waiting time is over.',
  area: 'orders',
  may: 'orders.dispatch',
  params: ByOrderId,
  body: z.object({ reason_text: requiredText(300, 'Motivul este obligatoriu') }),
  reply: one(OrderView),
  errors: REFUSALS,
})

export const driverNoShow = endpoint({
  method: 'PATCH',
  path: '/api/driver/orders/:id/no-show',
  does: 'The client did not come: I waited at the pickup until no_show_at. The order is canceled, and I have my place in the queue again.',
  area: 'driver',
  may: 'driver.work',
  params: ByOrderId,
  body: z.object({ reason: requiredText(200, 'Motivul este obligatoriu') }),
  reply: one(DriverOrder),
  errors: [...REFUSALS, 'order.is_next', 'order.no_show_doubted'],
})
