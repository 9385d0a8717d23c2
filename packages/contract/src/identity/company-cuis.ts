import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCompanyId } from '../kernel/ids.ts'
import { Id, one, WireTime } from '../kernel/wire.ts'
import { Cui } from './companies.ts'

const area = 'companies'
const may = 'companies.administer' as const

/** CUI claimed by a company, its verification by the platform, and other companies that claim the same one. */
export const CompanyCui = z.object({
  /** The CUI typed at sign-up or in the billing profile; null: never entered. */
  cui: z.string().nullable(),
  /** Null: not verified. The company issues and files nothing under it. */
  verified_at: WireTime.nullable(),
  /** User who verified it; null for companies from before verification existed. */
  verified_by: z.string().nullable(),
  others: z.array(z.object({ company_id: Id, name: z.string(), cui_verified: z.boolean(), created_at: WireTime })),
})
export type CompanyCui = z.infer<typeof CompanyCui>

export const readCompanyCui = endpoint({
  method: 'GET',
  path: '/api/companies/:id/cui',
  does: 'Whether the CUI of a company is approved, and who else says it is theirs.',
  area,
  may,
  params: ByCompanyId,
  reply: one(CompanyCui),
  errors: ['company.unknown'],
})

export const approveCompanyCui = endpoint({
  method: 'PUT',
  path: '/api/companies/:id/cui',
  does: 'Approves a CUI as the company’s own: from now on it invoices under this one and no other. One company has it at a time.',
  area,
  may,
  params: ByCompanyId,
  body: z.object({ cui: Cui }),
  reply: one(CompanyCui),
  errors: ['company.unknown', 'company.cui_taken'],
})

export const withdrawCompanyCui = endpoint({
  method: 'DELETE',
  path: '/api/companies/:id/cui',
  does: 'Withdraws the approval: nothing more is issued, queued or sent under the CUI.',
  area,
  may,
  params: ByCompanyId,
  reply: one(CompanyCui),
  errors: ['company.unknown', 'company.no_cui'],
})
