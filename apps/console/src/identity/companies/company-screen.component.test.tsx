import {
  beginEfacturaAuthorisation,
  type EfacturaAuthorisation,
  endEfacturaAuthorisation,
  finishEfacturaAuthorisation,
  readEfacturaAuthorisation,
} from '@dispecerat/contract/billing/efactura'
import { type Company, listCompanies, listConsents, readCompany } from '@dispecerat/contract/identity/companies'
import {
  approveCompanyCui,
  type CompanyCui,
  readCompanyCui,
  withdrawCompanyCui,
} from '@dispecerat/contract/identity/company-cuis'
import { listChanges } from '@dispecerat/contract/office/changes'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { companyRoutes } from '../../routes/company-routes.tsx'
import { fakeServer, onePage } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const COMPANY: Company = {
  id: 1,
  cui: '14399840',
  cui_verified: false,
  euid: null,
  name: 'Taxi Demo',
  address: null,
  lat: null,
  lng: null,
  phone: null,
  description: null,
  package_id: 1,
  status: 'active',
  trial_until: null,
  logo: null,
  drivers_count: 0,
  operators_count: 0,
  created_at: '2026-03-01 10:00:00',
  version: 1,
  approval: 'approved',
  approval_reason: null,
  is_email_proved: true,
}
const CUI: CompanyCui = {
  cui: '14399840',
  verified_at: null,
  verified_by: null,
  others: [{ company_id: 2, name: 'Taxi Vecin', cui_verified: true, created_at: '2026-03-02 10:00:00' }],
}
const EXPIRED: EfacturaAuthorisation = {
  state: 'expired',
  is_offered: true,
  uses_own_token: false,
  cui: '14399840',
  authorised_by: 'Maria Pop',
  authorised_at: '2026-01-01 10:00:00',
  expires_at: '2026-03-01 10:00:00',
}

function companyPage(authorisation: EfacturaAuthorisation = EXPIRED) {
  const server = fakeServer()
  server.reply(readCompany, { data: COMPANY })
  server.reply(listConsents, { data: [] })
  server.reply(listChanges, { data: [], has_more: false })
  server.reply(listCompanies, onePage([COMPANY]))
  server.reply(readCompanyCui, { data: CUI })
  server.reply(readEfacturaAuthorisation, { data: authorisation })
  server.ignoreOthers()
  return server
}

test('the platform sees which companies claim a CUI, approves it and withdraws the approval after a confirmation', async () => {
  const server = companyPage()
  server.refuse(approveCompanyCui, { code: 'company.cui_taken' })
  const { user } = renderScreen('/settings/company?company=1', companyRoutes, { role: 'admin' })
  const others = within(await screen.findByRole('region', { name: 'Alte companii cu acest CUI' }))
  expect(others.getByRole('listitem').textContent).toMatch(/^Taxi Vecin · aprobat/)
  await user.click(screen.getByRole('button', { name: 'Aprobă CUI-ul' }))
  await screen.findByText('CUI-ul este aprobat pentru altă companie; retrageți întâi aprobarea de acolo')
  server.reply(approveCompanyCui, {
    data: { ...CUI, verified_at: '2026-03-03 10:00:00', verified_by: 'Ana', others: [] },
  })
  await user.click(screen.getByRole('button', { name: 'Aprobă CUI-ul' }))
  await screen.findByText(/^Aprobat la .* de Ana$/)
  expect(server.received(approveCompanyCui).map(({ body }) => body)).toEqual([{ cui: '14399840' }, { cui: '14399840' }])
  server.reply(withdrawCompanyCui, { data: CUI })
  await user.click(screen.getByRole('button', { name: 'Retrage aprobarea' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Retrage aprobarea' }))
  await screen.findByText('Așteaptă aprobarea.')
})

test('an invalid CUI is refused at its field', async () => {
  const server = companyPage()
  server.refuse(approveCompanyCui, { errors: { cui: ['CUI invalid: verificați cifrele'] } })
  const { user } = renderScreen('/settings/company?company=1', companyRoutes, { role: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Aprobă CUI-ul' }))
  await screen.findByText('CUI invalid: verificați cifrele')
})

test('a company sees that its authorisation expired, starts another one at the authority, and can delete it', async () => {
  const server = companyPage()
  server.reply(beginEfacturaAuthorisation, { data: { url: 'https://anaf.example/authorize?state=1-x' } })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  onTestFinished(() => assign.mockRestore())
  const { user } = renderScreen('/settings/company', companyRoutes, { role: 'company_admin' })
  await screen.findByText('Autorizarea ANAF a expirat. Documentele așteaptă; autorizați din nou.')
  expect(screen.queryByRole('button', { name: 'Aprobă CUI-ul' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Autorizează din nou' }))
  await expect.poll(() => assign.mock.calls).toEqual([['https://anaf.example/authorize?state=1-x']])
  server.reply(endEfacturaAuthorisation, { data: { ...EXPIRED, state: 'none' } })
  await user.click(screen.getByRole('button', { name: 'Șterge autorizarea' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Șterge autorizarea' }))
  await screen.findByText('Compania nu are încă autorizare ANAF.')
})

test('after the redirect from the authority the code is sent once and removed from the URL', async () => {
  const server = companyPage({ ...EXPIRED, state: 'none' })
  const data = { ...EXPIRED, state: 'active' as const, company_id: 1, expires_at: '2026-06-01 10:00:00' }
  server.reply(finishEfacturaAuthorisation, { data })
  server.reply(readEfacturaAuthorisation, { data })
  const { shownAddress } = renderScreen('/settings/company?code=c0d&state=1-x', companyRoutes, {
    role: 'company_admin',
  })
  await screen.findByText(/^Dată de Maria Pop/)
  await expect.poll(shownAddress).toBe('/settings/company?company=1')
  expect(server.received(finishEfacturaAuthorisation).map(({ body }) => body)).toEqual([{ state: '1-x', code: 'c0d' }])
})

test('a redirect that another session started is refused with a message, and the code is removed from the URL', async () => {
  const server = companyPage({ ...EXPIRED, state: 'none' })
  server.refuse(finishEfacturaAuthorisation, { code: 'efactura_request.unknown' })
  const { shownAddress } = renderScreen('/settings/company?code=c0d&state=1-x', companyRoutes, {
    role: 'company_admin',
  })
  await screen.findByText('Autorizarea nu a fost începută aici sau a expirat; începeți-o din nou')
  await expect.poll(shownAddress).toBe('/settings/company')
})
