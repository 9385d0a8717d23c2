import { expect, test } from 'vitest'
import { asId, type DriverId, type OrderId } from './ids.ts'

/** The type check of `npm run check` fails when one of the marked lines compiles. */
test('neither a driver id nor a plain number compiles as an order id', () => {
  const read = (orderId: OrderId): number => orderId
  const driverId = asId<DriverId>(7)
  // @ts-expect-error a driver id is not an order id
  read(driverId)
  // @ts-expect-error a plain number has no brand
  read(7)
  expect(read(asId<OrderId>(7))).toBe(7)
})
