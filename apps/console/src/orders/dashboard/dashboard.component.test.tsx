import { readStatistics, type Statistics } from '@dispecerat/contract/orders/company-dispatch'
import { readOrdersByDay } from '@dispecerat/contract/orders/statistics'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { reportRoutes } from '../../routes/report-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'
import { OrdersChart } from './orders-chart.tsx'
import { StatCards } from './stat-cards.tsx'

const COUNTS: Statistics = {
  driversCount: 40,
  driversOnlineCount: 12,
  driversBusyCount: 4,
  driversFreeCount: 8,
  driversPriorityCount: 0,
  clientsCount: 900,
  ordersTodayCount: 75,
  ordersTotalCount: 12_345,
  canceledOrdersTodayCount: 3,
  ordersLast24hCount: 80,
  canceledOrdersLast24hCount: 4,
  announcesCount: 1,
  incidentsCount: 2,
}

test('each card shows its count and links to the list of it', async () => {
  const server = fakeServer()
  server.reply(readStatistics, COUNTS)
  renderScreen('/dashboard', reportRoutes, { only: StatCards })
  await screen.findByText('12.345')
  const cards = screen.getAllByRole('link').filter((link) => link.closest('.stat-card'))
  expect(cards.map((card) => [card.querySelector('.stat-title')?.textContent, card.getAttribute('href')])).toEqual([
    ['Comenzi azi', '/reports/orders'],
    ['Șoferi', '/users/driver'],
    ['Clienți', '/users/client'],
    ['Comenzi în total', '/orders/all'],
    ['Anunțuri', '/announcements?time=active'],
    ['Incidente', '/incidents?status=not_closed'],
  ])
})

test('cards keep their last numbers and show their age while the server does not reply', async () => {
  const server = fakeServer()
  server.reply(readStatistics, COUNTS)
  const { user } = renderScreen('/dashboard', reportRoutes, { only: StatCards })
  await screen.findByText('12.345')
  server.disconnect(readStatistics)
  vi.useFakeTimers()
  screen.getByRole('button', { name: 'Reîmprospătează cifrele' }).click()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  vi.useRealTimers()
  expect(screen.getAllByText(/^ultima dată: \d\d:\d\d:\d\d$/)).toHaveLength(6)
  screen.getByText('12.345')
  server.reply(readStatistics, { ...COUNTS, ordersTotalCount: 12_346 })
  await user.click(screen.getByRole('button', { name: 'Reîmprospătează cifrele' }))
  await screen.findByText('12.346')
  expect(screen.queryAllByText(/ultima dată/)).toEqual([])
})

test('the period of the chart is chosen by keyboard and stored in the URL', async () => {
  const server = fakeServer()
  server.reply(readOrdersByDay, { data: [] })
  const { user, shownAddress } = renderScreen('/dashboard?as=table', reportRoutes, { only: OrdersChart })
  const month = await screen.findByRole('radio', { name: '1 lună' })
  month.focus()
  await user.keyboard('{ArrowRight}')
  await expect.poll(shownAddress).toContain('range=6m')
  await user.keyboard('{ArrowRight}')
  await expect.poll(shownAddress).toContain('range=1y')
  expect(server.received(readOrdersByDay).map(({ query }) => query.range)).toEqual(['1m', '6m', '1y'])
})

test.each([
  ['1y', 'Anual'],
  ['nothing', '1 lună'],
])('a URL with the range %s shows %s', async (range, label) => {
  const server = fakeServer()
  server.reply(readOrdersByDay, { data: [] })
  renderScreen(`/dashboard?as=table&range=${range}`, reportRoutes, { only: OrdersChart })
  expect(await screen.findByRole('radio', { name: label })).toHaveProperty('checked', true)
})
