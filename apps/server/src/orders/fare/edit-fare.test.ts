import { cancelOrder, editOrder } from '@dispecerat/contract/orders/orders'
import { expect, test } from 'vitest'
import { createFixture } from '../testing/order-fixture.ts'

test('cost and discount are entered after the end, each by itself; the discounted cost follows', async () => {
  await using fixture = await createFixture()
  const { id } = await fixture.place()
  await fixture.server.request(cancelOrder, { params: { id }, body: {} }, fixture.dispatcher)
  const edit = (body: { cost?: number | null; discount_amount?: number | null }) =>
    fixture.server.request(editOrder, { params: { id }, body }, fixture.manager)

  expect((await edit({ discount_amount: 1 })).body).toMatchObject({
    errors: { discount_amount: ['Reducerea depășește costul'] },
  })
  expect((await edit({ cost: 30 })).reply.data).toMatchObject({ cost: 30, discounted_cost: null })
  expect((await edit({ discount_amount: 4.5 })).reply.data).toMatchObject({
    discount_amount: 4.5,
    discounted_cost: 25.5,
  })
  expect((await edit({ cost: 4 })).status).toBe(422)
  expect((await edit({ cost: 10 })).reply.data).toMatchObject({ cost: 10, discounted_cost: 5.5 })
  expect((await edit({ discount_amount: null })).reply.data).toMatchObject({
    discount_amount: null,
    discounted_cost: null,
  })
  expect((await edit({ cost: 100_000 })).status).toBe(422)
})
