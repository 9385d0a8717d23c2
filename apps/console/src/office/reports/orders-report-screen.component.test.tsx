import { readDispatchersReport } from '@dispecerat/contract/office/reports'
import { searchUsers } from '@dispecerat/contract/office/users'
import { listOrdersForReport } from '@dispecerat/contract/orders/order-lists'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reportRoutes } from '../../routes/report-routes.tsx'
import { fakeServer, onePage } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const MANAGER = { role: 'company_admin' } as const

function serverWithoutOrders() {
  const server = fakeServer()
  server.reply(searchUsers, onePage([]))
  server.reply(readDispatchersReport, { columns: [], rows: [], totals: { orders: 6000 } })
  server.reply(listOrdersForReport, {
    ...onePage([]),
    totals: { orders: 0, finished: 0, canceled: 0, average_call_minutes: null, is_capped: false },
  })
  return server
}

test('a period that ends before it begins shows an error, and nothing can be exported', async () => {
  const server = serverWithoutOrders()
  renderScreen('/reports/orders?from=2026-02-01 00:00:00&to=2026-01-01 00:00:00', reportRoutes, MANAGER)
  expect((await screen.findByRole('alert')).textContent).toContain('înaintea începutului')
  expect(screen.getByRole('button', { name: 'Export XLSX' })).toHaveProperty('disabled', true)
  expect(server.received(listOrdersForReport)).toEqual([])
})

test('a long period shows how many orders it has and how large its file is, and loads them once it is confirmed', async () => {
  const server = serverWithoutOrders()
  const { user } = renderScreen(
    '/reports/orders?from=2026-05-01 00:00:00&to=2026-06-29 23:59:59',
    reportRoutes,
    MANAGER,
  )
  await screen.findByText(/^Perioada are 60 de zile\. Cuprinde cam 6\.000 (de )?comenzi; tabelul CSV/)
  expect(server.received(listOrdersForReport)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Arată raportul' }))
  await expect.poll(() => server.received(listOrdersForReport)).toHaveLength(1)
})
