import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { editOrder } from '@dispecerat/contract/orders/orders'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderPart } from '../../../testing/render.tsx'
import { SavedFare } from './saved-fare.tsx'

const NO_FARE = { estimated_cost: null, discount_name: null, discounted_cost: null, discount_compensated: null }

function draw(fare: Pick<OrderView, 'state' | 'cost'>) {
  const order = { id: 7, version: 1, discount_amount: null, fare_doubt: null, ...NO_FARE, ...fare } as OrderView
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
  const reason = screen.getByRole('textbox', { name: 'Motivul schimbării', description: 'Scrieți motivul schimbării' })
  expect([reason.getAttribute('aria-invalid'), cost.getAttribute('aria-invalid')]).toEqual(['true', null])
  expect(document.activeElement).toBe(reason)

  await user.keyboard('bon greșit{Enter}')
  await expect
    .poll(() => server.received(editOrder).map(({ body }) => body))
    .toEqual([{ cost: 35, fare_reason: 'bon greșit' }])
})

test('a reason that the server refuses is shown at the reason, a cost at the cost', async () => {
  const { server, user } = draw({ state: 'finished', cost: 30 })
  await user.click(screen.getByRole('button', { name: 'Modifică: Cost' }))
  const cost = screen.getByRole('textbox', { name: 'Cost' })
  const reason = screen.getByRole('textbox', { name: 'Motivul schimbării' })
  const faults = () => [cost, reason].map((input) => input.getAttribute('aria-invalid'))
  await user.clear(cost)
  await user.type(cost, '35')
  await user.type(reason, 'x')
  server.refuse(editOrder, { errors: { fare_reason: ['Motiv prea scurt'] } })
  await user.keyboard('{Enter}')
  await screen.findByText('Motiv prea scurt')
  expect([faults(), document.activeElement]).toEqual([[null, 'true'], reason])

  server.refuse(editOrder, { errors: { cost: ['Prea mult'] } })
  await user.type(cost, '0{Enter}')
  await screen.findByText('Prea mult')
  expect(faults()).toEqual(['true', null])
})

test('before the end of the trip no reason is required', async () => {
  const { server, user } = draw({ state: 'assigned', cost: 30 })
  await user.click(screen.getByRole('button', { name: 'Modifică: Reducere' }))
  expect(screen.queryByRole('textbox', { name: 'Motivul schimbării' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Reducere' }), '2{Enter}')
  await expect.poll(() => server.received(editOrder).map(({ body }) => body)).toEqual([{ discount_amount: 2 }])
})
