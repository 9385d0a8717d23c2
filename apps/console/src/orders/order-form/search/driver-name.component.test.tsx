import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reportRoutes } from '../../../routes/report-routes.tsx'
import { workspaceRoutes } from '../../../routes/workspace-routes.tsx'
import { OrderPreviewActions } from '../../../shared/order-preview/order-preview-actions.tsx'
import { OrderPreviewFacts } from '../../../shared/order-preview/order-preview-facts.tsx'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { DriverPanel } from './driver-panel.tsx'

const DRIVER = { id: 101, identifier: 'B1', name: 'Ion Pop', phone: null, default_car: null }
const ORDER = {
  id: 7,
  state: 'finished',
  trip_state: null,
  driver_id: 101,
  driver: DRIVER,
  car_indicativ: 'B1',
  places: [],
  created_at: '2026-03-01 10:00:00',
  departure_time: '2026-03-01 10:00:00',
  phone: null,
  client_phone: null,
  rating: null,
  is_next: false,
  manually_assigned: false,
  payment_type: 'cash',
  cost: null,
  fare_doubt: null,
  arrival_doubt: null,
  car_warning: null,
  replacement_since: null,
  finance_info: {},
  cancellation_reason_type: null,
  client_id: null,
  dispatcher_id: null,
} as unknown as OrderView

function show(order: OrderView, options = {}) {
  fakeServer().ignoreOthers()
  const only = () => (
    <>
      <DriverPanel order={order} />
      <OrderPreviewFacts order={order} />
      <OrderPreviewActions order={order} onLeave={() => undefined} />
    </>
  )
  return renderScreen('/operator/order/0', workspaceRoutes, { only, ...options })
}

test('on an order and in its preview the driver’s name opens their page in a new tab, a button their card', async () => {
  show(ORDER)
  const names = await screen.findAllByRole('link', { name: 'Ion Pop' })
  expect(names.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['/user/101/driver', '_blank'],
    ['/user/101/driver', '_blank'],
  ])
  expect(screen.getAllByRole('button', { name: 'Fișa șoferului' })).toHaveLength(2)
})

test('a preview shows seconds, except in a workspace', async () => {
  const order = { ...ORDER, created_at: '2026-07-01 06:30:07' }
  fakeServer().ignoreOthers()
  const only = () => <OrderPreviewFacts order={order} />
  renderScreen('/operator/order/0', workspaceRoutes, { only })
  await screen.findByText('01.07.2026 09:30')
  cleanup()
  renderScreen('/orders/all', reportRoutes, { only, role: 'company_admin' })
  await screen.findByText('01.07.2026 09:30:07')
})

test.each([
  ['users who may not read people', ORDER, { without: ['users.read'] }],
  ['a partner’s driver, whose name is not sent', { ...ORDER, driver: { ...DRIVER, name: null } }, {}],
])('there is no link for %s', async (_, order, options) => {
  show(order as OrderView, options)
  await screen.findByText('Traseu')
  expect(screen.queryAllByRole('link', { name: 'Ion Pop' })).toEqual([])
})
