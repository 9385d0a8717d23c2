import { type FinanceSummary, readFinanceSettings, readFinanceSummary } from '@dispecerat/contract/billing/finance'
import { listMyCompanies } from '@dispecerat/contract/office/people'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announce } from '../../realtime/live-socket.ts'
import { financeRoutes } from '../../routes/finance-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const SUMMARY: FinanceSummary = {
  company_id: 1,
  drivers: 4,
  owed_to_drivers: 10,
  owed_by_drivers: 0,
  negative_count: 0,
  low_count: 0,
  cannot_work_count: 0,
  due_count: 0,
  due_amount: 0,
  doubted_count: 2,
  last_check: null,
  month: { commission: 0, paid_in: 0, paid_out: 0, driver_payments: 0 },
}

test('fares to verify are counted, link to their list, and are counted again as trips end', async () => {
  const server = fakeServer()
  server.reply(readFinanceSummary, { data: SUMMARY })
  server.neverReply(readFinanceSettings)
  renderScreen('/finances', financeRoutes, { role: 'company_admin' })
  const link = await screen.findByRole('link', { name: '2 tarife de verificat' })
  expect(link.getAttribute('href')).toBe('/orders/all?doubted=1')
  server.reply(readFinanceSummary, { data: { ...SUMMARY, doubted_count: 0 } })
  act(() => announce('live_orders_updated', { order_id: 7, type: 'finished', order: null }))
  await expect.poll(() => screen.queryByText(/de verificat/)).toBeNull()
})

test('a user who sees every company requests finances once the companies are loaded', async () => {
  const server = fakeServer()
  const release = server.hold(listMyCompanies, {
    data: [
      { id: 3, name: 'Alfa Taxi', type: 'taxi', lat: null, lng: null },
      { id: 4, name: 'Beta Taxi', type: 'taxi', lat: null, lng: null },
    ],
  })
  server.reply(readFinanceSummary, { data: { ...SUMMARY, company_id: 3 } })
  server.neverReply(readFinanceSettings)
  renderScreen('/finances', financeRoutes, { role: 'admin' })
  await expect.poll(() => server.received(listMyCompanies).length).toBe(1)
  expect(server.received(readFinanceSummary)).toEqual([])
  release()
  await screen.findByRole('link', { name: '2 tarife de verificat' })
  expect(server.received(readFinanceSummary).map(({ query }) => query.company_id)).toEqual([3])
})
