import { ROLES, type Role, rolesMay } from '@dispecerat/domain/identity/permissions'
import { expect, test } from 'vitest'
import { contractEndpoints, lineOf } from './contract-endpoints.ts'

const endpoints = await contractEndpoints()

const STAFF: readonly Role[] = ['admin', 'company_admin', 'dispatcher']
const MANAGERS: readonly Role[] = ['admin', 'company_admin']
const WITH_ACCOUNTS: readonly Role[] = [...STAFF, 'company']

/**
 * The role matrix by endpoint: the roles that may request it, whatever part of the data they then get. What drivers,
 * clients and accounts do with their own data goes through endpoints of their own (/api/driver, /api/account,
 * /api/protocol-account).
 */
const MATRIX: readonly (readonly [readonly Role[], readonly string[]])[] = [
  [STAFF, ['GET /api/statistics/common', 'GET /api/statistics/drivers-info']],
  [STAFF, ['GET /api/dispatcher-orders/:kind', 'GET /api/dispatcher-orders/statistics']],
  [
    [...STAFF, 'driver'],
    ['GET /api/polygons', 'GET /api/polygons/:id', 'GET /api/polygons/statistics'],
  ],
  [MANAGERS, ['POST /api/polygons', 'PATCH /api/polygons/:id', 'DELETE /api/polygons/:id']],
  [MANAGERS, ['POST /api/stands', 'PATCH /api/stands/:id', 'DELETE /api/stands/:id']],
  [WITH_ACCOUNTS, ['GET /api/orders', 'GET /api/orders/:id', 'GET /api/orders-for-report', 'POST /api/orders']],
  [WITH_ACCOUNTS, ['PATCH /api/orders/:id', 'PATCH /api/orders/:id/update-name', 'PATCH /api/orders/:id/cancel']],
  [WITH_ACCOUNTS, ['POST /api/orders/:id/places', 'DELETE /api/orders/:id/places/:placeId']],
  [STAFF, ['PATCH /api/orders/:id/retry', 'PATCH /api/orders/:id/move-to-pending']],
  [STAFF, ['PATCH /api/orders/:id/set-driver-and-finish', 'PATCH /api/orders/:id/custom-drivers']],
  [STAFF, ['PATCH /api/orders/:id/assign', 'PATCH /api/orders/:id/take-back']],
  [MANAGERS, ['PATCH /api/orders/:id/confirm-fare']],
  [STAFF, ['POST /api/orders/:id/duplicate', 'DELETE /api/orders/:id', 'DELETE /api/orders/:id/always-in-call']],
  [STAFF, ['GET /api/order-history/:id', 'GET /order-drivers']],
  [STAFF, ['GET /api/dispatcher-orders/:clientId/address-history']],
  [STAFF, ['PATCH /api/dispatcher-orders/:clientId/address-history-delete/:addressId']],
  [['dispatcher'], ['POST /api/calls/accept', 'PATCH /api/calls/hold/:orderId', 'PATCH /api/calls/unhold/:orderId']],
  [['dispatcher'], ['PATCH /api/calls/cancel', 'GET /api/calls', 'POST /api/calls/take-over/:orderId']],
  [['dispatcher'], ['POST /api/calls/transfer/:orderId', 'POST /api/calls/dial', 'GET /api/calls/missed']],
  [STAFF, ['GET /api/blocked-phone', 'POST /api/blocked-phone', 'DELETE /api/blocked-phone/:id']],
  [STAFF, ['GET /api/users-intervals', 'POST /api/users-intervals', 'DELETE /api/users-intervals/:id']],
  [STAFF, ['GET /api/search-intervals']],
  [MANAGERS, ['POST /api/search-intervals', 'PATCH /api/search-intervals/:id', 'DELETE /api/search-intervals/:id']],
  [MANAGERS, ['POST /api/search-intervals/sort', 'POST /api/search-methods', 'PATCH /api/search-methods/:id']],
  [MANAGERS, ['GET /api/search-methods/:id']],
  [STAFF, ['GET /api/users', 'GET /api/users/:id', 'GET /api/users/:id/meta']],
  [MANAGERS, ['POST /api/users', 'DELETE /api/users/:id', 'PATCH /api/users/:id/roles', 'PUT /api/users/:id/meta']],
  [STAFF, ['PATCH /api/users/:id', 'PATCH /api/users/:phone/about', 'PATCH /api/users/:id/ban']],
  [STAFF, ['POST /api/messages/to-user', 'GET /api/messages/self', 'GET /api/messages/self-interlocutors']],
  [STAFF, ['GET /api/messages/unread-count', 'POST /api/messages/to-all-drivers']],
  [MANAGERS, ['POST /api/messages/to-all-clients']],
  [STAFF, ['GET /api/drivers-positions', 'GET /api/discounts']],
  [ROLES, ['GET /api/services', 'GET /api/order-options', 'PATCH /api/user-activity', 'GET /api/account']],
  [MANAGERS, ['GET /api/cars', 'POST /api/cars', 'GET /api/devices', 'POST /api/devices']],
  [MANAGERS, ['GET /api/finances/sold', 'POST /api/finances/transfer', 'POST /api/discounts']],
  [MANAGERS, ['GET /api/simulator', 'POST /api/simulator/drivers', 'POST /api/simulator/calls']],
  [['driver'], ['GET /api/driver/me', 'GET /api/driver/offers', 'POST /api/driver/orders/:id/accept']],
  [['admin'], ['GET /api/content', 'POST /api/content', 'PATCH /api/content/:id', 'DELETE /api/content/:id']],
  [
    [...WITH_ACCOUNTS, 'client'],
    ['GET /api/places-search-new', 'GET /api/place-details-new/:id'],
  ],
  [
    [...WITH_ACCOUNTS, 'client'],
    ['GET /api/places-search', 'GET /api/place-geocode', 'GET /api/place-details'],
  ],
  [WITH_ACCOUNTS, ['POST /api/add-place', 'DELETE /api/delete-place/:id', 'POST /api/client-errors']],
  [
    [...WITH_ACCOUNTS, 'client'],
    ['GET /api/addresses/:phoneOrUserId', 'DELETE /api/addresses/:id'],
  ],
]

test.each(MATRIX.flatMap(([roles, lines]) => lines.map((line) => [line, roles] as const)))(
  '%s is allowed to exactly the roles %s',
  (line, roles) => {
    const may = endpoints.find((endpoint) => lineOf(endpoint) === line)?.may
    expect(ROLES.filter((role) => may !== undefined && may !== 'public' && rolesMay([role], may))).toEqual(
      ROLES.filter((role) => roles.includes(role)),
    )
  },
)
