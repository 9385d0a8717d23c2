import type { OrderView } from '@dispecerat/contract/order-shapes'
import { editOrder } from '@dispecerat/contract/orders'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { SavedFare } from './saved-fare.tsx'

const NO_FARE = { estimated_cost: null, discount_name: null, discounted_cost: null, discount_compensated: null }

function draw(fare: Pick<OrderView, 'state' | 'cost'>) {
  const order = { id: 7, version: '1', discount_amount: null, ...NO_FARE, ...fare } as OrderView
  const server = fakeServer()
  server.neverReply(editOrder)
  const user = renderPart(<SavedFare order={order} lockOf={() => null} />)
  return { server, user }
}

test('a cost of a finished order is sent with its reason, and not without one', async () => {
  const { server, user } = draw({ state: 'finished', cost: 30 })
  await user.click(screen.getByRole('button', { name: 'Modifică: Cost' }))
  const cost = screen.getByRole('textbox', { name: 'Cost' })
  await user.clear(cost)
  await user.type(cost, '35{Enter}')
  screen.getByText('Scrieți motivul schimbării')
  expect(server.received(editOrder)).toEqual([])

  await user.type(screen.getByRole('textbox', { name: 'Motivul schimbării' }), 'bon greșit{Enter}')
  await expect
    .poll(() => server.received(editOrder).map(({ body }) => body))
    .toEqual([{ cost: 35, fare_reason: 'bon greșit' }])
})

test('before the end of the trip no reason is asked for', async () => {
  const { server, user } = draw({ state: 'assigned', cost: 30 })
  await user.click(screen.getByRole('button', { name: 'Modifică: Reducere' }))
  expect(screen.queryByRole('textbox', { name: 'Motivul schimbării' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Reducere' }), '2{Enter}')
  await expect.poll(() => server.received(editOrder).map(({ body }) => body)).toEqual([{ discount_amount: 2 }])
})
