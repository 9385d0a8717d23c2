import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, row } from './other-tenant-request.ts'

const DOT = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>').toString('base64')

/** Companies, and what their administrators may change in them. */
export function companyRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const asAdmin = (input: RequestInput<Endpoint>) => row(input, 'company_admin')
  const company = { params: { id: theirs.companyId } }
  const partner = { params: { id: theirs.companyId, partnerId: theirs.askedById } }
  return {
    'GET /api/companies': nothing({ query: { search: 'Canar' } }, 'company_admin'),
    'POST /api/companies/export': nothing({ body: { search: 'Canar' } }, 'company_admin'),
    'GET /api/companies/:id': asAdmin(company),
    'PATCH /api/companies/:id': asAdmin({ ...company, body: { name: 'Taxi Nou' } }),
    'GET /api/companies/:id/logo': asAdmin(company),
    'POST /api/companies/:id/logo': asAdmin({ ...company, body: { logo: DOT } }),
    'DELETE /api/companies/:id/logo': asAdmin(company),
    'GET /api/companies/:id/consents': asAdmin(company),
    'GET /api/companies/:id/first-steps': asAdmin(company),
    'PATCH /api/companies/:id/first-steps/:step': asAdmin({
      params: { id: theirs.companyId, step: 'zones' },
      body: { is_skipped: true },
    }),
    'GET /api/companies/:id/partners': asAdmin(company),
    'POST /api/companies/:id/partners': asAdmin({ ...company, body: { cui: '14399840' } }),
    'POST /api/companies/:id/partners/:partnerId/accept': asAdmin(partner),
    'DELETE /api/companies/:id/partners/:partnerId': asAdmin(partner),
    'GET /api/companies/:id/permissions': asAdmin(company),
    'PATCH /api/companies/:id/permissions': asAdmin({
      ...company,
      body: { role: 'company', words: [{ word: 'protocol_messages.own', is_given: false }] },
    }),
    'GET /api/companies/:id/usage': asAdmin(company),
    'POST /api/companies/:id/email-proof': asAdmin(company),
    'GET /api/company-standings': nothing(),
  }
}
