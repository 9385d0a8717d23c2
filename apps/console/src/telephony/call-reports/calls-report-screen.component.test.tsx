import { listCallsForReport, readCallsReport, sizeCallsReport } from '@dispecerat/contract/telephony/call-reports'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reportRoutes } from '../../routes/report-routes.tsx'
import { fakeServer, onePage } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const NO_CALLS = {
  offered: 0,
  answered: 0,
  abandoned: 0,
  missed: 0,
  busy: 0,
  blocked: 0,
  transferred: 0,
  orders: 0,
  wait_p50_seconds: null,
  wait_p90_seconds: null,
  wait_max_seconds: null,
  talk_seconds: 0,
  average_talk_seconds: null,
  within_20_s_percent: null,
}

/** A fake server without calls. */
function quietServer() {
  const server = fakeServer()
  const totals = { ...NO_CALLS, dialled: 0, reached: 0, outgoing_talk_seconds: 0 }
  const rows = [{ ...NO_CALLS, from: '2026-05-01 21:00:00', to: '2026-05-02 20:59:59' }]
  server.reply(readCallsReport, { columns: [], rows, dispatchers: [], companies: [], totals })
  server.reply(listCallsForReport, onePage([]))
  server.reply(sizeCallsReport, { calls: 4321, is_capped: false })
  return server
}

const open = (from: string, to: string) =>
  renderScreen(`/reports/calls?from=${from} 00:00:00&to=${to} 23:59:59`, reportRoutes)
const exportButton = () => screen.getByRole('button', { name: 'Export CSV' })

test('a single day is reported by hour', async () => {
  const server = quietServer()
  const { user } = open('2026-05-01', '2026-05-07')
  await screen.findByRole('heading', { name: /Apeluri pe zile/ })
  await user.click(screen.getByRole('button', { name: 'Ieri' }))
  await screen.findByRole('heading', { name: /Apeluri pe ore/ })
  expect(server.received(readCallsReport).at(-1)?.query.by).toBe('hour')
})

test('a period without calls says so', async () => {
  quietServer()
  open('2020-01-01', '2020-01-03')
  expect(await screen.findAllByText('Niciun apel în această perioadă.')).not.toHaveLength(0)
})

test('a period that ends before it begins shows an error, and nothing is loaded', async () => {
  const server = quietServer()
  open('2026-02-01', '2026-01-01')
  expect((await screen.findByRole('alert')).textContent).toBe('Sfârșitul perioadei este înaintea începutului')
  expect(server.received(readCallsReport)).toEqual([])
})

test('a long period shows how many calls it would read, and loads and exports nothing before it is confirmed', async () => {
  const server = quietServer()
  const { user } = open('2026-05-01', '2026-07-15')
  const question = await screen.findByText('Perioada are 76 de zile. Se citesc cam 4.321 de apeluri.', { exact: false })
  expect(exportButton()).toHaveProperty('disabled', true)
  expect(server.received(readCallsReport)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Arată raportul' }))
  await screen.findByRole('heading', { name: /Apeluri pe zile/ })
  expect(question.isConnected).toBe(false)
  expect(exportButton()).toHaveProperty('disabled', false)
})
