import type { OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { setDriverAndFinish } from '../orders/orders.ts'
import type { BodyOf, ParamsOf, RequestInput } from './endpoint.ts'

/** The type check of `npm run check` fails when the marked line compiles. */
test('ids of a request are branded when it is read, and plain numbers when it is written', () => {
  const sent: RequestInput<typeof setDriverAndFinish> = { params: { id: '11' }, body: { driverId: 7 } }
  const params: ParamsOf<typeof setDriverAndFinish> = setDriverAndFinish.params.parse(sent.params)
  const body: BodyOf<typeof setDriverAndFinish> = setDriverAndFinish.body.parse(sent.body)
  const read: { orderId: OrderId; driverId: UserId } = { orderId: params.id, driverId: body.driverId }
  // @ts-expect-error a driver id is not an order id
  read.orderId = body.driverId
  expect(params).toEqual({ id: 11 })
  expect(body).toEqual({ driverId: 7 })
})
