import { type Import, listImports, runImport, stopImport } from '@dispecerat/contract/office/imports'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fleetOfficeRoutes } from '../../routes/fleet-office-routes.tsx'
import { type FakeServer, fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const RUNNING: Import = {
  id: 7,
  kind: 'clients',
  state: 'running',
  rows: 10_000,
  prepared: 2500,
  started_at: '2026-03-01 18:00:00',
  started_by: 'Pop Ana',
}
const REPORT = {
  rows: 1,
  to_add: 1,
  skipped: 0,
  errors_count: 0,
  errors: [],
  columns: ['Telefon'],
  unknown_columns: [],
  preview: [{ row: 2, cells: ['0744000001'] }],
  done: false,
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})

const open = () => renderScreen('/imports?kind=clients', fleetOfficeRoutes, { role: 'company_admin' })

test('a running import shows its progress and is stopped by its button', async () => {
  server.reply(listImports, { data: [RUNNING] })
  server.reply(stopImport, () => {
    server.reply(listImports, { data: [{ ...RUNNING, state: 'stopped' }] })
    return { data: { ok: true as const } }
  })
  const { user } = open()
  expect(await screen.findByText('în curs · 2500 din 10000')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Oprește importul' }))
  expect(await screen.findByText('oprit')).toBeTruthy()
  expect(server.received(stopImport).map(({ params }) => params)).toEqual([{ id: 7 }])
  expect(screen.queryByRole('button', { name: 'Oprește importul' })).toBeNull()
})

test('a file is checked, then imported; a stop by a colleague is reported', async () => {
  server.reply(listImports, { data: [] })
  server.reply(runImport, { data: REPORT })
  const { user } = open()
  await screen.findByText(/10\.000 de rânduri/)
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['Telefon\n0744000001'], 'clienti.csv', { type: 'text/csv' }))
  const run = await screen.findByRole('button', { name: 'Importă 1 rând' })
  server.refuse(runImport, { code: 'import.stopped' })
  await user.click(run)
  expect(await screen.findByText('Importul a fost oprit; nu s-a adăugat niciun rând')).toBeTruthy()
  expect(server.received(runImport).map(({ body }) => body.dry_run)).toEqual([true, false])
})
