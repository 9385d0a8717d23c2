import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, row } from './other-tenant-request.ts'

/** Simulated people exist in a server's memory, not in rows. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

export function driverRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const order = { params: { id: theirs.orderId } }
  return {
    'GET /api/driver/me': nothing({}, 'driver'),
    'POST /api/driver/shift/start': row({ body: { car_id: theirs.carId } }, 'driver'),
    'GET /api/driver/offers': nothing({}, 'driver'),
    'GET /api/driver/pending-orders': nothing({}, 'driver'),
    'GET /api/driver/balance': nothing({}, 'driver'),
    'GET /api/driver/zones': nothing({}, 'driver'),
    'GET /api/driver/orders': nothing({}, 'driver'),
    'POST /api/driver/offers/:roundId/viewed': row({ params: { roundId: theirs.roundId } }, 'driver'),
    'POST /api/driver/orders/:id/accept': row({ ...order, body: {} }, 'driver'),
    'POST /api/driver/orders/:id/refuse': row({ ...order, body: {} }, 'driver'),
    'PATCH /api/driver/orders/:id/arrived': row(order, 'driver'),
    'PATCH /api/driver/orders/:id/start': row(order, 'driver'),
    'PATCH /api/driver/orders/:id/finish': row({ ...order, body: { cost: 10, payment_type: 'cash' } }, 'driver'),
    'PATCH /api/driver/orders/:id/no-show': row({ ...order, body: { reason: 'nu a venit' } }, 'driver'),
    'PATCH /api/driver/orders/:id/cancel': row({ ...order, body: { reason: 'pană' } }, 'driver'),
  }
}

export function simulatorRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const { companyId, simulatedDriverId } = theirs
  const asAdmin = (input: RequestInput<Endpoint>) => row(input, 'company_admin')
  return {
    'GET /api/simulator': nothing({}, 'company_admin'),
    'POST /api/simulator/drivers': asAdmin({ body: { company_id: companyId, count: 1 } }),
    'POST /api/simulator/phones': asAdmin({ body: { driver_ids: [simulatedDriverId] } }),
    'DELETE /api/simulator/drivers/:id': asAdmin({ params: { id: simulatedDriverId }, query: { force: '1' } }),
    'DELETE /api/simulator/drivers': asAdmin({ query: { company_id: companyId, force: '1' } }),
    'GET /api/simulator/call-rate': asAdmin({ query: { company_id: companyId } }),
    'PATCH /api/simulator/call-rate': asAdmin({ body: { company_id: companyId, per_hour: 5 } }),
    'GET /api/simulator/callers': asAdmin({ query: { company_id: companyId } }),
    'POST /api/simulator/callers': asAdmin({ body: { company_id: companyId } }),
    'DELETE /api/simulator/callers/:id': asAdmin({ params: { id: NOBODY } }),
    'PATCH /api/simulator/companies/:id': asAdmin({
      params: { id: companyId },
      body: { simulate_in_production: true },
    }),
  }
}
