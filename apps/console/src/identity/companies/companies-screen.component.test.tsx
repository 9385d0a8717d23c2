import { listCompanies } from '@dispecerat/contract/identity/companies'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { companyRoutes } from '../../routes/company-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const WAITING = {
  id: 7,
  cui: '14399840',
  cui_verified: false,
  euid: null,
  name: 'Taxi Nou',
  address: null,
  lat: null,
  lng: null,
  phone: null,
  description: null,
  package_id: 1,
  status: 'trial' as const,
  trial_until: '2026-03-15',
  logo: null,
  drivers_count: 0,
  operators_count: 1,
  created_at: '2026-03-01T10:00:00.000Z',
  version: 1,
  approval: 'waiting' as const,
  approval_reason: null,
  is_email_proved: true,
}

test('companies waiting for approval are above the list and link to their pages', async () => {
  const meta = { total: 1, total_is_capped: false, page: 1, per_page: 30 }
  fakeServer().reply(listCompanies, ({ query }) => ({ data: query.approval === 'waiting' ? [WAITING] : [], meta }))
  renderScreen('/companies', companyRoutes, { role: 'admin' })
  const waiting = within(await screen.findByRole('region', { name: 'Așteaptă aprobarea' }))
  const link = waiting.getByRole('link', { name: 'Taxi Nou' })
  expect(link.getAttribute('href')).toBe('/settings/company?company=7')
})
