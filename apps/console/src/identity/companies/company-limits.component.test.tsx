import type { Company } from '@dispecerat/contract/identity/companies'
import {
  type CompanyUsage,
  changeLimits,
  decideApproval,
  readUsage,
} from '@dispecerat/contract/identity/company-limits'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { CompanyApprovalSection } from './company-approval.tsx'
import { CompanyLimits } from './company-limits.tsx'

const USAGE: CompanyUsage = {
  company_id: 7,
  day: '2026-03-01',
  tier: 'trial',
  sms_prefixes: ['+40'],
  kinds: [
    { kind: 'sms', used: 98, limit: 100, default_limit: 100, is_only_noted: false },
    { kind: 'orders', used: 3, limit: 50_000, default_limit: 50_000, is_only_noted: false },
  ],
}

const WAITING: Company = {
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
  status: 'trial',
  trial_until: '2026-03-15',
  logo: null,
  drivers_count: 0,
  operators_count: 1,
  created_at: '2026-03-01T10:00:00.000Z',
  version: 1,
  approval: 'waiting',
  approval_reason: null,
  is_email_proved: true,
}

test('the company sees its usage of today without controls', async () => {
  fakeServer().reply(readUsage, { data: USAGE })
  renderPart(<CompanyLimits id={7} mayChange={false} />, { role: 'company_admin' })
  const sms = await screen.findByRole('row', { name: 'SMS-uri 98 100' })
  expect(sms.querySelector('input')).toBeNull()
  screen.getByRole('row', { name: 'Comenzi 3 50.000' })
  expect(screen.queryByRole('button', { name: 'Salvează limitele' })).toBeNull()
})

test('the platform sets one limit and a country; unchanged fields are not sent, and an invalid country is marked at its field', async () => {
  const server = fakeServer()
  server.reply(readUsage, { data: USAGE })
  const user = renderPart(<CompanyLimits id={7} mayChange />, { role: 'admin' })
  const limit = await screen.findByRole('textbox', { name: 'Limita: SMS-uri' })
  await user.clear(limit)
  await user.type(limit, '250')
  const countries = screen.getByRole('textbox', { name: 'Țări pentru SMS' })
  await user.type(countries, ' +373')
  server.refuse(changeLimits, { errors: { 'sms_prefixes.1': ['Prefix de țară invalid, de exemplu +40'] } })
  await user.click(screen.getByRole('button', { name: 'Salvează limitele' }))
  await screen.findByText('Prefix de țară invalid, de exemplu +40')
  server.reply(changeLimits, { data: USAGE })
  await user.click(screen.getByRole('button', { name: 'Salvează limitele' }))
  await screen.findByText('Limitele au fost salvate')
  expect(screen.queryByText('Prefix de țară invalid, de exemplu +40')).toBeNull()
  const body = { limits: { sms: 250 }, sms_prefixes: ['+40', '+373'] }
  expect(server.received(changeLimits).map((sent) => sent.body)).toEqual([body, body])
})

test('a waiting company is refused only with a reason, or approved', async () => {
  const server = fakeServer()
  const shown: string[] = []
  const onChange = ({ data }: { data: Company }) => void shown.push(data.approval)
  const user = renderPart(<CompanyApprovalSection company={WAITING} onChange={onChange} />, { role: 'admin' })
  screen.getByText('Așteaptă aprobarea.')
  await user.type(screen.getByRole('textbox', { name: 'Motivul respingerii' }), 'CUI străin')
  server.refuse(decideApproval, { errors: { reason: ['Scrieți motivul'] } })
  await user.click(screen.getByRole('button', { name: 'Respinge firma' }))
  await screen.findByText('Scrieți motivul')
  server.reply(decideApproval, { data: { ...WAITING, approval: 'approved' } })
  await user.click(screen.getByRole('button', { name: 'Aprobă firma' }))
  await screen.findByText('Firma a fost aprobată')
  expect(shown).toEqual(['approved'])
  expect(server.received(decideApproval).map((sent) => sent.body)).toEqual([
    { approval: 'refused', reason: 'CUI străin' },
    { approval: 'approved' },
  ])
})
