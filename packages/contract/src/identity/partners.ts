import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCompanyId, CompanyIdText } from '../kernel/ids.ts'
import { Id, WireTime } from '../kernel/wire.ts'
import { Cui } from './companies.ts'

const area = 'companies'
const may = 'company_settings.edit' as const

/** A partner of the actor's company, or a company with a request in either direction. */
export const Partner = z.object({
  company_id: Id,
  name: z.string(),
  state: z.enum(['accepted', 'asked_by_us', 'asked_by_them']),
  /** Time of the agreement, otherwise of the request; null for older partners. */
  since: WireTime.nullable(),
})
export type Partner = z.infer<typeof Partner>

const reply = z.object({ data: z.array(Partner) })
const OfPartner = z.object({ id: CompanyIdText, partnerId: CompanyIdText })

export const listCompanyPartners = endpoint({
  method: 'GET',
  path: '/api/companies/:id/partners',
  does: 'Partners of one of my companies, and questions that wait.',
  area,
  may,
  params: ByCompanyId,
  reply,
  errors: ['company.unknown'],
})

export const createPartnerRequest = endpoint({
  method: 'POST',
  path: '/api/companies/:id/partners',
  does: 'Asks the company with this CUI to be a partner; who was asked by it agrees by asking back.',
  area,
  may,
  params: ByCompanyId,
  body: z.object({ cui: Cui }),
  reply,
  status: 201,
  errors: ['company.unknown'],
})

export const acceptPartner = endpoint({
  method: 'POST',
  path: '/api/companies/:id/partners/:partnerId/accept',
  does: 'Agrees to be the partner of a company that asked.',
  area,
  may,
  params: OfPartner,
  reply,
  errors: ['company.unknown', 'partner.unknown'],
})

export const endPartner = endpoint({
  method: 'DELETE',
  path: '/api/companies/:id/partners/:partnerId',
  does: 'Ends a partnership, refuses a question or takes one’s own back; orders that were sent already go on.',
  area,
  may,
  params: OfPartner,
  reply,
  errors: ['company.unknown', 'partner.unknown'],
})
