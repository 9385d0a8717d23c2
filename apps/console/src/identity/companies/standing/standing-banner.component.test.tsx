import { type CompanyStanding, listStandings } from '@dispecerat/contract/identity/companies'
import { sendProofAgain } from '@dispecerat/contract/site/sign-up'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderPart } from '../../../testing/render.tsx'
import { CompanyStatusBanner } from './standing-banner.tsx'

const NEW: CompanyStanding = {
  company_id: 1,
  name: 'Taxi Nou',
  status: 'trial',
  trial_until: '2026-03-30',
  orders_until: '2026-04-06',
  takes_orders: false,
  approval: 'waiting',
  approval_reason: null,
  is_email_proved: false,
}

test('a company waiting for approval sees what is missing, and its administrator requests the link again', async () => {
  const server = fakeServer()
  server.reply(listStandings, { data: [NEW], today: '2026-03-01' })
  const user = renderPart(<CompanyStatusBanner />, { role: 'company_admin' })
  await screen.findByText(/^Taxi Nou așteaptă aprobarea platformei/)
  screen.getByText(/^Taxi Nou: confirmați adresa de e-mail/)
  server.reply(sendProofAgain, { ok: true })
  await user.click(screen.getByRole('button', { name: 'Trimite din nou legătura' }))
  await screen.findByText('Legătura a fost trimisă')
  expect(server.received(sendProofAgain).map(({ params }) => params)).toEqual([{ id: 1 }])
})

test('a refused company sees the reason, and a dispatcher gets no link', async () => {
  const refused = { ...NEW, approval: 'refused' as const, approval_reason: 'CUI străin' }
  fakeServer().reply(listStandings, { data: [refused], today: '2026-03-01' })
  renderPart(<CompanyStatusBanner />, { role: 'dispatcher' })
  await screen.findByText('Înscrierea firmei Taxi Nou a fost respinsă: CUI străin')
  expect(screen.queryByRole('button')).toBeNull()
})
