import {
  type Report,
  readCancellationsReport,
  readDispatchersReport,
  readDriversReport,
} from '@dispecerat/contract/office/reports'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reportRoutes } from '../../routes/report-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const MANAGER = { role: 'company_admin' } as const
const report = (label: string): Report => ({
  columns: [
    { key: 'label', label, kind: 'text' },
    { key: 'finished', label: 'Finalizate', kind: 'number' },
  ],
  rows: [{ id: '1', label: 'Ion', finished: 3 }],
  totals: { finished: 365_000 },
})
const exportButton = () => screen.getByRole('button', { name: 'Export XLSX' })

test('the grouping is chosen, requested and stored in the URL', async () => {
  const server = fakeServer()
  server.reply(readCancellationsReport, ({ query }) => report(query.group === 'dispatcher' ? 'Dispecer' : 'Motiv'))
  const { user, shownAddress } = renderScreen('/reports/cancellations', reportRoutes, MANAGER)
  await screen.findByRole('columnheader', { name: 'Motiv' })
  await user.selectOptions(screen.getByLabelText('Grupează după'), 'dispatcher')
  await screen.findByRole('columnheader', { name: 'Dispecer' })
  expect(shownAddress()).toContain('group=dispatcher')
})

test('a period that ends before it begins shows an error; nothing is loaded and nothing can be exported', async () => {
  fakeServer()
  renderScreen('/reports/drivers?from=2026-02-01&to=2026-01-01', reportRoutes, MANAGER)
  expect((await screen.findByRole('alert')).textContent).toContain('înaintea începutului')
  expect(exportButton()).toHaveProperty('disabled', true)
})

test('a long period shows how many orders it would read, and loads and exports nothing before it is confirmed', async () => {
  const server = fakeServer()
  server.reply(readDispatchersReport, { ...report('Dispecer'), totals: { orders: 36_500 } })
  server.reply(readDriversReport, report('Șofer'))
  const { user } = renderScreen('/reports/drivers?from=2025-05-01&to=2026-04-30', reportRoutes, MANAGER)
  await screen.findByText(
    /^Perioada are 365 de zile\. Se citesc cam 36\.500 (de )?comenzi\. Raportul poate dura mai mult\./,
  )
  expect(exportButton()).toHaveProperty('disabled', true)
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Arată raportul' }))
  await screen.findByRole('table', { name: 'Șoferi' })
  expect(exportButton()).toHaveProperty('disabled', false)
})
