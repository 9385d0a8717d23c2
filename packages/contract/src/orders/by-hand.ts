import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByOrderId, UserIdIn } from '../kernel/ids.ts'
import { one, requiredText, textUpTo } from '../kernel/wire.ts'
import { OrderView } from './order-shapes.ts'

const area = 'orders'
export const MAX_REASON = 200

export const assignByHand = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/assign',
  does: 'Give a waiting, searched or assigned order to a chosen driver before its trip starts; the driver who had it loses it. Reply assigned: it is theirs. Reply created: the company or the partner wants the driver to accept, the phone rings, and the search goes on by the rules after that. If-Match carries the version that was read.',
  area,
  may: 'orders.dispatch',
  takesVersion: true,
  params: ByOrderId,
  body: z.object({ driver_id: UserIdIn, reason: textUpTo(MAX_REASON).nullish() }),
  reply: one(OrderView),
  errors: [
    'order.unknown',
    'order.wrong_state',
    'order.changed_meanwhile',
    'driver.unknown',
    'driver.is_inactive',
    'driver.is_banned',
    'driver.not_on_shift',
    'driver.busy',
  ],
})

export const takeBackOrder = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/take-back',
  does: 'Take an assigned order from its driver before the trip starts and search for another one; the driver is left out. If-Match carries the version that was read.',
  area,
  may: 'orders.dispatch',
  takesVersion: true,
  params: ByOrderId,
  body: z.object({ reason: requiredText(MAX_REASON, 'Motivul este obligatoriu') }),
  reply: one(OrderView),
  errors: ['order.unknown', 'order.wrong_state', 'order.changed_meanwhile'],
})
