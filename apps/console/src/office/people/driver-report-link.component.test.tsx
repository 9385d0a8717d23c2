import { listReportLinks, makeReportToken, takeBackReportLink } from '@dispecerat/contract/office/driver-reports'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { DriverReportLink } from './driver-report-link.tsx'

const LINK = {
  id: 'ab'.repeat(32),
  driver: { id: 9, name: 'Ion Pop' },
  from: '2026-01-31 22:00:00',
  to: '2026-02-28 22:00:00',
  made_at: '2026-03-01 10:00:00',
  made_by: { id: 4, name: 'Ana Șefa' },
  expires_at: '2026-03-08 10:00:00',
}

test('a link is created with its token after #, is in the list, and is revoked after a confirmation', async () => {
  const server = fakeServer()
  server.reply(listReportLinks, { data: [] })
  const user = renderPart(<DriverReportLink driverId={9} />, { role: 'company_admin' })
  await screen.findByText('Nicio legătură nu este valabilă acum.')
  server.reply(makeReportToken, {
    data: { token: 'jeton', path: '/driver/reports#jeton', expires_at: '2026-03-08 10:00:00' },
  })
  server.reply(listReportLinks, { data: [LINK] })
  await user.click(screen.getByRole('button', { name: 'Fă legătura' }))
  const made = await screen.findByLabelText('Legătura raportului')
  expect(new URL((made as HTMLInputElement).value).hash).toBe('#jeton')
  const table = within(await screen.findByRole('table', { name: 'Legături valabile' }))
  table.getByText('Ana Șefa')
  table.getByText('01.02.2026 – 28.02.2026')

  server.reply(takeBackReportLink, { ok: true })
  server.reply(listReportLinks, { data: [] })
  await user.click(table.getByRole('button', { name: 'Retrage' }))
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('button', { name: 'Retrage' }))
  await screen.findByText('Nicio legătură nu este valabilă acum.')
  expect(server.received(takeBackReportLink)).toMatchObject([{ params: { id: LINK.id } }])
  expect(screen.queryByLabelText('Legătura raportului')).toBeNull()
})
