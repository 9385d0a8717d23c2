import type { Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, row } from './other-tenant-request.ts'

/** Requests for people, sent by an administrator of another company. */
export function peopleRequests({
  driverId,
  dispatcherId,
  quietClientId,
  companyId,
  sessionId,
  erasureRunId,
}: Rows): Record<string, OtherTenantRequest> {
  const asAdmin = (input: Parameters<typeof row>[0]) => row(input, 'company_admin')
  const driver = { params: { id: driverId } }
  return {
    'POST /api/users/list': nothing({ body: { type: 'driver', company_id: companyId } }, 'company_admin'),
    'POST /api/users/export': nothing({ body: { type: 'client', company_id: companyId, format: 'csv' } }),
    'GET /api/users/companies': nothing({}, 'company_admin'),
    'GET /api/users/:id': asAdmin(driver),
    'POST /api/users': asAdmin({
      body: { name: 'Ion', email: 'ion.strain@proba.ro', roles: ['dispatcher'], company_ids: [companyId] },
    }),
    'PATCH /api/users/:id': asAdmin({ ...driver, body: { name: 'Ion' } }),
    'PATCH /api/users/:id/roles': asAdmin({ ...driver, body: { roles: ['driver'] } }),
    'DELETE /api/users/:id': asAdmin(driver),
    'POST /api/users/:id/restore': asAdmin(driver),
    'POST /api/users/bulk': nothing({ body: { ids: [driverId], action: 'deactivate' } }, 'company_admin'),
    'POST /api/users/:id/reset-password': asAdmin({ ...driver, body: {} }),
    'GET /api/users/:id/photo': row(driver),
    'POST /api/users/:id/photo': asAdmin({ ...driver, body: { photo: '/9j/4AAQ' } }),
    'DELETE /api/users/:id/photo': asAdmin(driver),
    'GET /api/retention-runs': asAdmin({ query: { company_id: companyId } }),
    'POST /api/clients/:id/personal-data': asAdmin({ params: { id: quietClientId }, body: {} }),
    'POST /api/clients/:id/erase': asAdmin({ params: { id: quietClientId }, body: {} }),
    'GET /api/clients/:id/erasures': asAdmin({ params: { id: quietClientId } }),
    'POST /api/erasures/:id/stop': asAdmin({ params: { id: erasureRunId } }),
    'DELETE /api/users/:id/two-factor': asAdmin(driver),
    'GET /api/users/:id/sessions': asAdmin(driver),
    'DELETE /api/users/:id/sessions': asAdmin(driver),
    'DELETE /api/users/:id/sessions/:session_id': asAdmin({ params: { id: dispatcherId, session_id: sessionId } }),
    'PATCH /api/account': nothing({ body: { name: 'Ion' } }),
  }
}

/**
 * The reply of an endpoint about a person who works for another company and is a client of the requesting one: as a client, or an error.
 * All other endpoints answer as about any employee of the other company.
 */
export const ABOUT_A_CLIENT: Readonly<Record<string, readonly [status: number, code?: string]>> = {
  'GET /api/users/:id': [200],
  'PATCH /api/users/:id': [200],
  'DELETE /api/users/:id': [200],
  'POST /api/users/:id/restore': [200],
  'PATCH /api/users/:id/roles': [403, 'user.not_yours_to_edit'],
  'POST /api/users/:id/reset-password': [403, 'user.not_yours_to_edit'],
  'DELETE /api/users/:id/two-factor': [403, 'user.not_yours_to_edit'],
  'GET /api/users/:id/sessions': [403, 'user.not_yours_to_edit'],
  'DELETE /api/users/:id/sessions': [403, 'user.not_yours_to_edit'],
  'DELETE /api/users/:id/sessions/:session_id': [403, 'user.not_yours_to_edit'],
  'GET /api/users/:id/photo': [404, 'user.no_photo'],
  'POST /api/users/:id/photo': [403, 'user.not_yours_to_edit'],
  'DELETE /api/users/:id/photo': [403, 'user.not_yours_to_edit'],
  'GET /api/users/:id/meta': [200],
  'PUT /api/users/:id/meta': [403, 'user.not_yours_to_edit'],
  'GET /api/users/:id/ratings': [404, 'driver.unknown'],
  'GET /api/messages/self': [200],
  'POST /api/messages/to-user': [201],
  'POST /api/clients/:id/personal-data': [200],
  'POST /api/clients/:id/erase': [200],
  'GET /api/clients/:id/erasures': [200],
  'GET /api/dispatcher-orders/:clientId/address-history': [200],
}
