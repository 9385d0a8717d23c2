import { listMyCompanies } from '@dispecerat/contract/office/people'
import * as contract from '@dispecerat/contract/telephony/telephone-admin'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settingsRoutes } from '../../routes/settings-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const LIMITS = {
  open_calls: 10,
  day_calls: 100,
  day_minutes: 200,
  day_cost: 50,
  dispatcher_open_calls: 4,
  dispatcher_day_calls: 30,
  dispatcher_day_minutes: 90,
  dispatcher_day_cost: 20,
}
const OUTGOING: contract.Outgoing = {
  company_id: 1,
  stopped_at: null,
  stopped_by_name: null,
  prefixes: [],
  limits: LIMITS,
  used: {
    open_calls: 1,
    day_calls: 80,
    day_minutes: 200,
    day_cost: 12.5,
    dispatcher_open_calls: 1,
    dispatcher_day_calls: 3,
    dispatcher_day_minutes: 9,
    dispatcher_day_cost: 1.1,
  },
}
const LINE: contract.PhoneLine = { id: 4, company_id: 1, number: '+40268401402', name: 'Scurt', verified_at: null }
const GRANTED = '2026-11-21 10:00:00'

function telephone(lines: contract.PhoneLine[], outgoing = OUTGOING) {
  const server = fakeServer()
  const exchange = { has_exchange: true, is_well: true, test_number: null, last_rang_at: null }
  server.reply(contract.readTelephone, { data: { company_id: 1, ...exchange, lines, accounts: [] } })
  server.reply(contract.readOutgoing, { data: outgoing })
  return server
}
const open = (role: 'company_admin' | 'admin') => renderScreen('/settings/telephone', settingsRoutes, { role })
const region = async (name: string) => within(await screen.findByRole('region', { name }))

test('a line requested by the company waits for the platform', async () => {
  const server = telephone([LINE, { ...LINE, id: 5, number: '+40268401403', verified_at: GRANTED }])
  server.reply(contract.createPhoneLine, { data: { ...LINE, id: 6 } })
  const { user } = open('company_admin')
  const lines = await region('Liniile companiei')
  expect(lines.getByRole('row', { name: /0268 401 402/ }).textContent).toContain('așteaptă aprobarea')
  expect(lines.getByRole('row', { name: /0268 401 403/ }).textContent).toContain('aprobată')
  await user.type(lines.getByLabelText('Număr'), '0268 401 404')
  await user.click(lines.getByRole('button', { name: 'Adaugă linia' }))
  await screen.findByText('Linia a fost cerută; sună după ce platforma o aprobă')
  expect(screen.queryByRole('region', { name: 'Linii cerute de companii' })).toBeNull()
})

test('a granted line is removed only after a confirmation, because it has to be granted again', async () => {
  const server = telephone([{ ...LINE, verified_at: GRANTED }])
  server.reply(contract.deletePhoneLine, { ok: true })
  const { user } = open('company_admin')
  await user.click((await region('Liniile companiei')).getByRole('button', { name: /^Șterge/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(server.received(contract.deletePhoneLine)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Șterge' }))
  await expect.poll(() => server.received(contract.deletePhoneLine).length).toBe(1)
})

test('the company sees the limits and usage of today, and stops its calls after a confirmation', async () => {
  const server = telephone([])
  server.reply(contract.stopOutgoing, { data: { ...OUTGOING, stopped_at: GRANTED } })
  const { user } = open('company_admin')
  const outgoing = await region('Apeluri în afară')
  expect(outgoing.getByRole('row', { name: /^Apeluri pe zi 80/ }).textContent).toContain('aproape de limită')
  expect(outgoing.getByRole('row', { name: /^Minute pe zi/ }).textContent).toContain('limită atinsă')
  expect(outgoing.getByRole('row', { name: /^Cost estimat/ }).textContent).toContain('12,50 50,00')
  expect(outgoing.queryByRole('button', { name: 'Salvează limitele' })).toBeNull()
  await user.click(outgoing.getByRole('button', { name: 'Oprește toate apelurile' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Oprește' }))
  await expect.poll(() => server.received(contract.stopOutgoing).map(({ body }) => body)).toEqual([{ company_id: 1 }])
})

test('only the platform can lift a stop', async () => {
  telephone([], { ...OUTGOING, stopped_at: GRANTED, stopped_by_name: 'Ana Pop' })
  open('company_admin')
  const outgoing = await region('Apeluri în afară')
  outgoing.getByText(/Oprite la .* de Ana Pop/)
  expect(outgoing.queryByRole('button', { name: 'Repornește apelurile' })).toBeNull()
})

test('the platform grants a line, sets limits and countries, and sees an error at its field', async () => {
  const server = telephone([])
  server.reply(listMyCompanies, { data: [{ id: 1, name: 'Taxi Demo', type: 'taxi', lat: null, lng: null }] } as never)
  server.reply(contract.listRequestedLines, { data: [{ ...LINE, company_name: 'Taxi Demo' }] })
  server.reply(contract.grantPhoneLine, { data: { ...LINE, verified_at: GRANTED } })
  server.refuse(contract.changeOutgoing, { errors: { 'prefixes.1': ['Prefixul nu se poate permite'] } })
  const { user } = open('admin')
  await user.click((await region('Linii cerute de companii')).getByRole('button', { name: /^Aprobă: 0268 401 402/ }))
  await expect.poll(() => server.received(contract.grantPhoneLine).map(({ params }) => params)).toEqual([{ id: 4 }])
  const outgoing = await region('Apeluri în afară')
  await user.type(outgoing.getByLabelText('Prefixe de țară permise'), '+373, +49')
  await user.click(outgoing.getByRole('button', { name: 'Salvează limitele' }))
  await outgoing.findByText('Prefixul nu se poate permite')
  expect(server.received(contract.changeOutgoing).map(({ body }) => body)).toEqual([
    { company_id: 1, ...LIMITS, prefixes: ['+373', '+49'] },
  ])
})
