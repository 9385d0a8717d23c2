import { PROBLEMS } from '@dispecerat/contract/kernel/problems'
import {
  endSessionOfPerson,
  endSessionsOfPerson,
  listSessionsOfPerson,
} from '@dispecerat/contract/office/person-sessions'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderPart } from '../../../testing/render.tsx'
import { PersonSessions } from './person-sessions.tsx'

const TIMES = {
  created_at: '2026-03-01 10:00:00',
  last_used_at: '2026-03-01 12:30:00',
  expires_at: '2026-03-02 00:30:00',
}
const PHONE = { id: 7, device: 'Telefon', network: '203.0.113.0/24', ...TIMES }
const COMPUTER = { id: 8, device: null, network: null, ...TIMES }

const render = () => renderPart(<PersonSessions userId={9} onChange={() => undefined} />, { role: 'company_admin' })

async function answerYes(user: ReturnType<typeof render>, name: string) {
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
}

test('the session of a lost phone is ended after a confirmation, then all of them', async () => {
  const server = fakeServer()
  server.reply(listSessionsOfPerson, { data: [PHONE, COMPUTER] })
  const user = render()
  const table = within(await screen.findByRole('table', { name: 'Sesiuni deschise' }))
  table.getByText('203.0.113.0/24')
  table.getByText('Necunoscut')

  server.reply(endSessionOfPerson, { ok: true })
  server.reply(listSessionsOfPerson, { data: [COMPUTER] })
  await user.click(table.getByRole('button', { name: 'Încheie: Telefon' }))
  await screen.findByText('Încheiați sesiunea de pe „Telefon”?')
  await answerYes(user, 'Încheie')
  await screen.findByText('Sesiunea a fost încheiată')
  expect(server.received(endSessionOfPerson)).toMatchObject([{ params: { id: 9, session_id: 7 } }])

  server.reply(endSessionsOfPerson, { ok: true })
  server.reply(listSessionsOfPerson, { data: [] })
  await user.click(screen.getByRole('button', { name: 'Încheie toate' }))
  await answerYes(user, 'Încheie toate')
  await screen.findByText('Nicio sesiune deschisă.')
  expect(server.received(endSessionsOfPerson)).toMatchObject([{ params: { id: 9 } }])
})

test('for a person who also works elsewhere the page says why nothing is shown', async () => {
  const server = fakeServer()
  server.refuse(listSessionsOfPerson, { code: 'user.works_elsewhere' })
  render()
  await screen.findByText(PROBLEMS['user.works_elsewhere'].message)
  expect(screen.queryByRole('button')).toBeNull()
})
