import { type ForeignAsk, nothing, row } from './foreign-ask.ts'
import type { Rows } from './foreign-company.ts'

/** People as an administrator of another company asks for them. */
export function peopleAsks({ driverId, companyId }: Rows): Record<string, ForeignAsk> {
  const asAdmin = (ask: Parameters<typeof row>[0]) => row(ask, 'company_admin')
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
    'POST /api/clients/:id/personal-data': asAdmin({ ...driver, body: {} }),
    'POST /api/clients/:id/erase': asAdmin({ ...driver, body: {} }),
    'DELETE /api/users/:id/two-factor': asAdmin(driver),
    'PATCH /api/account': nothing({ body: { name: 'Ion' } }),
  }
}
