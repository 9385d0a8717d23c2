import { searchUsers } from '@dispecerat/contract/office/users'
import { listOrders } from '@dispecerat/contract/orders/orders'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reportRoutes } from '../../routes/report-routes.tsx'
import { fakeServer, onePage } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

test('an unknown list of orders is not found', async () => {
  fakeServer()
  renderScreen('/orders/altele', reportRoutes)
  await screen.findByRole('heading', { name: 'Pagina nu există.' })
})

test('fares to verify are requested alone, and the filter is in the URL', async () => {
  const server = fakeServer()
  const page = onePage([])
  server.reply(searchUsers, page)
  server.reply(listOrders, { ...page, meta: { ...page.meta, next_cursor: null } })
  const { user, shownAddress } = renderScreen('/orders/all?doubted=1', reportRoutes, { role: 'company_admin' })
  await screen.findByRole('heading', { name: 'Tarife de verificat' })
  await expect.poll(() => server.received(listOrders).at(-1)?.query.fare_doubt).toBe('1')
  await user.click(screen.getByRole('checkbox', { name: 'Doar tarife de verificat' }))
  await screen.findByRole('heading', { name: 'Toate comenzile' })
  expect(shownAddress()).not.toContain('doubted')
  await expect.poll(() => server.received(listOrders).at(-1)?.query.fare_doubt).toBeUndefined()
})
