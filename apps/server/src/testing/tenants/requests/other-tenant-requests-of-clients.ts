import type { Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, PLACE, row } from './other-tenant-request.ts'

/** Requests of sessions that clients open with a code; no role may send them. */
export function clientAppRequests({
  orderId,
  savedAddressId,
}: Pick<Rows, 'orderId' | 'savedAddressId'>): Record<string, OtherTenantRequest> {
  const order = { params: { id: orderId } }
  return {
    'GET /api/client/me': nothing(),
    'DELETE /api/client/session': nothing(),
    'GET /api/client/orders': nothing(),
    'POST /api/client/orders': nothing({ body: { places: [PLACE] } }),
    'GET /api/client/orders/:id': row(order),
    'PATCH /api/client/orders/:id/cancel': row(order),
    'POST /api/client/orders/:id/rating': row({ ...order, body: { stars: 5 } }),
    'GET /api/client/addresses': nothing(),
    'POST /api/client/addresses': nothing({ body: PLACE }),
    'DELETE /api/client/addresses/:id': row({ params: { id: savedAddressId } }),
  }
}
