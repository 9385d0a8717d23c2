import {
  type ErasureRun,
  erasePersonalData,
  listErasures,
  stopErasure,
} from '@dispecerat/contract/office/personal-data'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { peopleRoutes } from '../../../routes/people-routes.tsx'
import { type FakeServer, fakeServer } from '../../../testing/fake-server.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { PersonData } from './person-data.tsx'

const NOTHING = { orders: 0, calls: 0, recordings: 0, addresses: 0, messages: 0, letters: 0 }
const RUNNING: ErasureRun = {
  id: 4,
  state: 'running',
  removed: { ...NOTHING, orders: 400, calls: 21 },
  started_at: '2026-03-01 20:00:00',
  started_by: 'Pop Ana',
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.ignoreOthers()
  server.reply(listErasures, { data: [] })
})

const open = () =>
  renderScreen('/user/9/client', peopleRoutes, { role: 'company_admin', only: () => <PersonData person={{ id: 9 }} /> })

test('a running erasure shows its progress; after a stop the page says what stays', async () => {
  server.reply(listErasures, { data: [RUNNING] })
  const stopped: ErasureRun = { ...RUNNING, state: 'stopped' }
  server.reply(stopErasure, () => {
    server.reply(listErasures, { data: [stopped] })
    return { data: stopped }
  })
  const { user } = open()
  await screen.findByText(/^Ștergerea este în curs · 400 de comenzi anonimizate, 21 de apeluri · /)
  await user.click(screen.getByRole('button', { name: 'Oprește' }))
  await screen.findByText('Ștergerea a fost oprită: 400 de comenzi rămân anonimizate, restul datelor rămân')
  await screen.findByText(/^Ștergerea a fost oprită; ce s-a șters rămâne șters/)
  expect(screen.queryByRole('button', { name: 'Oprește' })).toBeNull()
  expect(server.received(stopErasure).map(({ params }) => params)).toEqual([{ id: 4 }])
})

test('an erasure that takes longer is reported as still running; once the client is gone, the page leads to the list', async () => {
  server.refuse(erasePersonalData, { code: 'erasure.running' })
  const { user, shownAddress } = open()
  await user.click(await screen.findByRole('button', { name: 'Șterge datele personale' }))
  await user.click(screen.getByRole('checkbox', { name: 'Am înțeles: ștergerea nu se poate anula' }))
  server.reply(listErasures, { data: [RUNNING] })
  await user.click(screen.getByRole('button', { name: 'Șterge datele personale' }))
  await screen.findByText('Ștergerea este în curs și continuă de la sine')
  await screen.findByText(/^Ștergerea este în curs · /)
  expect(screen.queryByRole('checkbox')).toBeNull()
  server.refuse(listErasures, { code: 'user.unknown' })
  await screen.findByText('Datele clientului au fost șterse')
  expect(shownAddress()).toBe('/users/client')
})
