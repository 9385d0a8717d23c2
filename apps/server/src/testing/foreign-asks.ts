import type { Ask, Endpoint } from '@dispecerat/contract/endpoint'
import { FOREIGN_PHONE, type Rows } from './foreign-company.ts'

/** How to ask an endpoint for a row of another company. */
export interface ForeignAsk {
  /** Who of our own company asks. */
  as: 'dispatcher' | 'driver'
  /** row: the answer must be 404. nothing: it must not hold any text of the other company. */
  expects: 'row' | 'nothing'
  ask: Ask<Endpoint>
}

const row = (ask: Ask<Endpoint>, as: ForeignAsk['as'] = 'dispatcher'): ForeignAsk => ({ as, expects: 'row', ask })
const nothing = (ask: Ask<Endpoint> = {}, as: ForeignAsk['as'] = 'dispatcher'): ForeignAsk => ({
  as,
  expects: 'nothing',
  ask,
})

/** No rows of a company pass through these. */
export const WITHOUT_ROWS: readonly string[] = [
  'POST /api/access-tokens',
  'POST /api/set-up',
  'DELETE /api/access-tokens/current',
  'PATCH /api/user-activity',
  'POST /api/driver/position',
  'POST /api/driver/shift/stop',
  'PATCH /api/driver/status',
  'GET /api/place-reverse',
  'POST /api/add-place',
]

/** One line per endpoint; an endpoint without a line here and above fails the test of the matrix. */
export function foreignAsks(theirs: Rows): Record<string, ForeignAsk> {
  return { ...ordersAsks(theirs), ...deskAsks(theirs), ...addressAsks(theirs), ...driverAsks(theirs) }
}

const PLACE = { name: 'Gara', lat: 45.66, long: 25.61 }

function ordersAsks(theirs: Rows): Record<string, ForeignAsk> {
  const order = { params: { id: theirs.orderId } }
  return {
    'GET /api/access-tokens': nothing(),
    'GET /api/account': nothing(),
    'DELETE /api/access-tokens/:id': row({ params: { id: theirs.sessionId } }),

    'GET /api/orders': nothing({ query: { company_id: theirs.companyId } }),
    'POST /api/orders': nothing({
      body: { client_phone: FOREIGN_PHONE, draft: true, custom_driver_ids: [theirs.driverId] },
    }),
    'GET /api/orders/:id': row(order),
    'PATCH /api/orders/:id': row({ ...order, body: { name: 'Ion' } }),
    'PATCH /api/orders/:id/cancel': row({ ...order, body: {} }),
    'PATCH /api/orders/:id/retry': row(order),
    'PATCH /api/orders/:id/move-to-pending': row(order),
    'POST /api/orders/:id/duplicate': row(order),
    'DELETE /api/orders/:id': row(order),
    'POST /api/orders/:id/restore': row(order),
    'PATCH /api/orders/:id/set-driver-and-finish': row({ ...order, body: { driverId: theirs.driverId } }),
    'PATCH /api/orders/:id/update-name': row({ ...order, body: { name: 'Ion' } }),
    'DELETE /api/orders/:id/always-in-call': row(order),
    'POST /api/orders/:id/places': row({ ...order, body: { place: PLACE } }),
    'PATCH /api/orders/:id/places/:placeId': row({ params: { ...order.params, placeId: theirs.placeId }, body: PLACE }),
    'DELETE /api/orders/:id/places/:placeId': row({ params: { ...order.params, placeId: theirs.placeId } }),
    'PATCH /api/orders/:id/places/sort': row({ ...order, body: { ids: [theirs.placeId] } }),
    'GET /api/order-history/:id': row(order),
    'GET /api/dispatcher-orders/:kind': nothing({ params: { kind: 'live' } }),
    'GET /api/dispatcher-orders/statistics': nothing(),
    'GET /api/orders-for-report': nothing(),
    'GET /order-drivers': row({ query: { orderId: theirs.orderId, all: '1' } }),
  }
}

function deskAsks(theirs: Rows): Record<string, ForeignAsk> {
  return {
    'GET /api/statistics/common': nothing(),
    'GET /api/drivers-positions': nothing(),
    'GET /api/drivers': nothing({ query: { search: 'Canar' } }),
    'GET /api/drivers/:id': row({ params: { id: theirs.driverId } }),
    'POST /api/clients/look-up': nothing({ body: { phone: FOREIGN_PHONE } }),
    'PATCH /api/users/:phone/about': nothing({ params: { phone: FOREIGN_PHONE }, body: { about: 'Atent' } }),
    'GET /api/blocked-phone': nothing(),
    'POST /api/blocked-phone': nothing({ body: { phone: FOREIGN_PHONE, reason: 'Glume' } }),
    'DELETE /api/blocked-phone/:id': row({ params: { id: theirs.blockedPhoneId } }),
    'GET /api/services': nothing(),
    'GET /api/order-options': nothing(),
    'GET /api/partners': nothing(),
    'GET /api/protocol-companies': nothing(),

    'GET /api/polygons': nothing(),
    'GET /api/polygons/:id': row({ params: { id: theirs.polygonId } }),
    'GET /api/polygons/statistics': nothing(),
    'GET /api/stands': nothing(),
    'GET /api/statistics/drivers-info': row({ query: { polygon_id: theirs.polygonId } }),
  }
}

function addressAsks(theirs: Rows): Record<string, ForeignAsk> {
  return {
    'GET /api/places-search-new': nothing({ query: { input: 'Canar' } }),
    'GET /api/places-search': nothing({ query: { input: 'Canar' } }),
    'GET /api/place-details-new/:id': row({ params: { id: `int_${theirs.ownPlaceId}` } }),
    'GET /api/place-details': row({ query: { place_id: `int_${theirs.ownPlaceId}` } }),
    'GET /api/place-geocode': row({ query: { place_id: `int_${theirs.ownPlaceId}` } }),
    'DELETE /api/delete-place/:id': row({ params: { id: `int_${theirs.ownPlaceId}` } }),
    'GET /api/addresses/:phoneOrUserId': nothing({ params: { phoneOrUserId: FOREIGN_PHONE } }),
    'DELETE /api/addresses/:id': row({ params: { id: theirs.savedAddressId } }),
  }
}

function driverAsks(theirs: Rows): Record<string, ForeignAsk> {
  const order = { params: { id: theirs.orderId } }
  return {
    'GET /api/driver/me': nothing({}, 'driver'),
    'POST /api/driver/shift/start': row({ body: { car_id: theirs.carId } }, 'driver'),
    'GET /api/driver/offers': nothing({}, 'driver'),
    'GET /api/driver/orders': nothing({}, 'driver'),
    'POST /api/driver/offers/:roundId/viewed': row({ params: { roundId: theirs.roundId } }, 'driver'),
    'POST /api/driver/orders/:id/accept': row({ ...order, body: {} }, 'driver'),
    'POST /api/driver/orders/:id/refuse': row({ ...order, body: {} }, 'driver'),
    'PATCH /api/driver/orders/:id/arrived': row(order, 'driver'),
    'PATCH /api/driver/orders/:id/start': row(order, 'driver'),
    'PATCH /api/driver/orders/:id/finish': row({ ...order, body: { cost: 10, payment_type: 'cash' } }, 'driver'),
    'PATCH /api/driver/orders/:id/cancel': row({ ...order, body: { reason: 'pană' } }, 'driver'),
  }
}
