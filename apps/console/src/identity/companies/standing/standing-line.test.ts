import type { CompanyStanding } from '@dispecerat/contract/identity/companies'
import { expect, test } from 'vitest'
import { companyStatusLine } from './standing-line.ts'

const trial: CompanyStanding = {
  company_id: 1,
  name: 'Taxi Nou',
  status: 'trial',
  trial_until: '2026-03-10',
  orders_until: '2026-03-17',
  takes_orders: true,
  approval: 'approved',
  approval_reason: null,
  is_email_proved: true,
}
const line = (standing: CompanyStanding, today: string, runsIt = true, name: string | null = null) =>
  companyStatusLine(standing, { today, name, runsIt })

test('managers of a company see its trial in the last week and in the week of grace, dispatchers do not', () => {
  expect(line(trial, '2026-03-01')).toBeNull()
  expect(line(trial, '2026-03-09')).toEqual({
    kind: 'soon',
    text: 'perioada de probă se încheie pe 10.03.2026 (încă 1 zi).',
  })
  expect(line(trial, '2026-03-10')?.text).toContain('astăzi')
  expect(line(trial, '2026-03-11', true, 'Taxi Nou')).toEqual({
    kind: 'grace',
    text: 'Taxi Nou: perioada de probă s-a încheiat pe 10.03.2026. Comenzile noi se opresc după 17.03.2026.',
  })
  expect(line(trial, '2026-03-11', false)).toBeNull()
})

test('everybody sees that orders are stopped', () => {
  const over = { ...trial, takes_orders: false }
  expect(line(over, '2026-03-18', false)).toMatchObject({ kind: 'stopped', text: expect.stringContaining('probă') })
  const suspended = { ...over, status: 'suspended' as const, orders_until: null }
  expect(line(suspended, '2026-03-01', false)?.text).toContain('suspendat')
})

test('a company waiting for approval sees no notice about its trial', () => {
  const waiting = { ...trial, takes_orders: false, approval: 'waiting' as const }
  expect(line(waiting, '2026-03-09')).toBeNull()
})
