import { REPORT_GROUPS } from '@dispecerat/contract/office/reports'
import type { Rows } from '../other-tenant-company.ts'
import { type OtherTenantRequest, row } from './other-tenant-request.ts'

/** Every report of totals takes the same query; it contains no rows of another company. */
export function reportRequests({ companyId }: Rows): Record<string, OtherTenantRequest> {
  const query = { date_from: '2026-02-20', date_to: '2026-03-10', company_id: String(companyId) }
  return Object.fromEntries(
    Object.keys(REPORT_GROUPS).map((name) => [`GET /api/reports/${name}`, row({ query }, 'company_admin')]),
  )
}
