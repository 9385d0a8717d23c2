import type { Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, row } from './other-tenant-request.ts'

/** Settings of one company. */
export function settingsRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const { companyId } = theirs
  const group = { params: { group: 'orders' } }
  const service = { params: { id: 1000 + companyId } }
  const option = { params: { id: theirs.orderOptionId } }
  const line = { params: { id: theirs.phoneLineId } }
  const query = { company_id: String(companyId) }
  const asManager = (input: Parameters<typeof row>[0]) => row(input, 'company_admin')
  return {
    'GET /api/settings/:group': asManager({ ...group, query }),
    'PATCH /api/settings/:group': asManager({ ...group, body: { company_id: companyId, operator_list_hours: 12 } }),
    'GET /api/settings/router': nothing({}, 'company_admin'),
    'GET /api/message-texts': asManager({ query }),
    'PATCH /api/message-texts/:key': asManager({
      params: { key: 'client_arrived' },
      body: { company_id: companyId, is_on: true },
    }),
    'GET /api/services': nothing(),
    'GET /api/services/catalogue': asManager({ query }),
    'POST /api/services': asManager({ body: { company_id: companyId, name: 'Transfer' } }),
    'PATCH /api/services/:id': asManager({ ...service, body: { name: 'Transfer' } }),
    'DELETE /api/services/:id': asManager(service),
    'POST /api/services/:id/restore': asManager(service),
    'POST /api/services/sort': asManager({ body: { company_id: companyId, ids: [1000 + companyId] } }),
    'GET /api/order-options': nothing(),
    'GET /api/order-options/catalogue': asManager({ query }),
    'POST /api/order-options': asManager({ body: { company_id: companyId, name: 'Ziar' } }),
    'PATCH /api/order-options/:id': asManager({ ...option, body: { name: 'Ziar' } }),
    'DELETE /api/order-options/:id': asManager(option),
    'POST /api/order-options/:id/restore': asManager(option),
    'POST /api/order-options/sort': asManager({ body: { company_id: companyId, ids: [theirs.orderOptionId] } }),
    'GET /api/changes/export': nothing({ query: { company_id: companyId } }, 'company_admin'),
    'GET /api/telephone': asManager({ query }),
    'POST /api/telephone/lines': asManager({ body: { company_id: companyId, number: '+40268111222' } }),
    'PATCH /api/telephone/lines/:id': asManager({ ...line, body: { name: 'Scurt' } }),
    'DELETE /api/telephone/lines/:id': asManager(line),
    'GET /api/telephone/outgoing': asManager({ query }),
    'POST /api/telephone/outgoing/stop': asManager({ body: { company_id: companyId } }),
    'POST /api/telephone/accounts/:id/password': asManager({ params: { id: theirs.dispatcherId } }),
  }
}
