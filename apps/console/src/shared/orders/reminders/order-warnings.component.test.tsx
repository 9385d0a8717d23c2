import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announce } from '../../../realtime/live-socket.ts'
import { workspaceRoutes } from '../../../routes/workspace-routes.tsx'
import { renderScreen } from '../../../testing/render.tsx'
import { OrderWarnings } from './order-warnings.tsx'

const order = { id: 8657, address: 'Piața Sfatului 1', departure_time: '2026-03-01 18:30:00' } as OrderRow

async function renderWarnings() {
  const only = () => (
    <>
      <OrderWarnings />
      <p>gata</p>
    </>
  )
  const { user, shownAddress } = renderScreen('/operator/order/0', workspaceRoutes, { only })
  await screen.findByText('gata')
  return { user, shownAddress }
}

test('a driver who gives an order back is named, with the order', async () => {
  const { user, shownAddress } = await renderWarnings()
  act(() => announce('order_warning', { order_id: 8657, kind: 'returned', indicativ: '112', order }))
  await screen.findByText(/^Mașina 112 a renunțat, se caută altă mașină: .*Piața Sfatului 1/)
  await user.click(screen.getByRole('button', { name: 'Deschide' }))
  expect(shownAddress()).toBe('/operator/order/8657')
})

test('of an order that is scheduled again nobody is told that a car is searched', async () => {
  await renderWarnings()
  const scheduled = { ...order, state: 'pending' as const }
  act(() => announce('order_warning', { order_id: 8657, kind: 'returned', indicativ: '112', order: scheduled }))
  await screen.findByText(/^Mașina 112 a renunțat, comanda este din nou programată: .*Piața Sfatului 1/)
})

test.each([
  ['standing', /^Mașina 112 stă pe loc: .*Piața Sfatului 1/],
  ['leaving', /^Mașina 112 se îndepărtează de client: /],
  ['silent', /^Mașina 112 nu mai trimite poziția: /],
  ['replacing', /^Mașina 112 nu vine, se caută alta: /],
  ['no_replacement', /^Mașina 112 rămâne, alta nu a acceptat: /],
] as const)('a car that does not come is named, with the order: %s', async (kind, text) => {
  await renderWarnings()
  act(() => announce('order_warning', { order_id: 8657, kind, indicativ: '112', order }))
  await screen.findByText(text)
})

test('a warning of an unknown kind, and one about an order that is gone, are not shown', async () => {
  await renderWarnings()
  act(() => {
    announce('order_warning', { order_id: 1, kind: 'later_kind' as 'returned', indicativ: '1', order })
    announce('order_warning', { order_id: 2, kind: 'returned', indicativ: '2', order: null })
    announce('order_warning', { order_id: 3, kind: 'returned', indicativ: null, order })
  })
  await screen.findByText(/^Mașina a renunțat/)
  expect(screen.queryByText(/Mașina [12] /)).toBeNull()
})
