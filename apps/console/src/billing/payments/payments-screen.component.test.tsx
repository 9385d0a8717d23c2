import {
  type DriverPayment,
  listDriverPayments,
  listPaymentRuns,
  type PaymentRun,
  payOrders,
  stopPaymentRun,
} from '@dispecerat/contract/billing/finance-history'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { financeRoutes } from '../../routes/finance-routes.tsx'
import { type FakeServer, fakeServer, onePage } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const DUE: DriverPayment = {
  order_id: 7,
  order_no: 7,
  driver_id: 3,
  driver_name: 'Pop Ion',
  indicativ: '101',
  company_id: 1,
  payment_type: 'card',
  protocol_name: null,
  address: null,
  finished_at: '2026-03-01 18:00:00',
  cost: 50,
  driver_payment: 45,
  is_paid: false,
}
const RUNNING: PaymentRun = {
  id: 4,
  is_paid: true,
  state: 'running',
  orders: 100,
  done: 40,
  changed: 38,
  started_at: '2026-03-01 20:00:00',
  started_by: 'Pop Ana',
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.ignoreOthers()
  server.reply(listDriverPayments, onePage([DUE]))
  server.reply(listPaymentRuns, { data: [] })
})

const open = (role: 'company_admin' | 'dispatcher' = 'company_admin') =>
  renderScreen('/finances/payments', financeRoutes, { role })
const region = () => screen.findByRole('region', { name: 'Plăți în lucru' })

test('running payments show their progress; after a stop the screen says how many orders stay paid and refetches the list', async () => {
  server.reply(listPaymentRuns, { data: [RUNNING, { ...RUNNING, id: 3, state: 'done', done: 100 }] })
  const stopped: PaymentRun = { ...RUNNING, state: 'stopped', done: 60, changed: 58 }
  server.reply(stopPaymentRun, () => {
    server.reply(listPaymentRuns, { data: [stopped] })
    return { data: stopped }
  })
  const { user } = open()
  const runs = await region()
  expect(within(runs).getAllByRole('listitem')).toHaveLength(1)
  within(runs).getByText('în curs · 40 din 100')
  const before = server.received(listDriverPayments).length
  await user.click(within(runs).getByRole('button', { name: 'Oprește' }))
  await screen.findByText('Plata a fost oprită: 58 de comenzi rămân plătite din 100')
  await within(runs).findByText('oprită · 60 din 100')
  expect(within(runs).queryByRole('button', { name: 'Oprește' })).toBeNull()
  expect(server.received(stopPaymentRun).map(({ params }) => params)).toEqual([{ id: 4 }])
  await expect.poll(() => server.received(listDriverPayments).length).toBeGreaterThan(before)
})

test('a payment that takes longer is reported as still running, and is shown as such', async () => {
  server.refuse(payOrders, { code: 'payment_run.running' })
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: /Comanda 7/ }))
  await user.click(screen.getByRole('button', { name: /^Plătește 1 comandă: / }))
  server.reply(listPaymentRuns, { data: [RUNNING] })
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Plătește' }))
  await screen.findByText(/continuă de la sine/)
  within(await region()).getByText('în curs · 40 din 100')
  expect(screen.queryByRole('button', { name: /^Plătește 1 comandă: / })).toBeNull()
})

test('a user without the permission to pay sees running payments but cannot stop them', async () => {
  server.reply(listPaymentRuns, { data: [RUNNING] })
  renderScreen('/finances/payments', financeRoutes, { role: 'company_admin', without: ['finances.edit'] })
  const runs = await region()
  expect(within(runs).queryByRole('button')).toBeNull()
})
