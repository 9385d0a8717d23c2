import { OTHER_TENANT_PHONE, type Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, PLACE, row } from './other-tenant-request.ts'

const REPORT_DAYS = { date_from: '2026-02-20 00:00:00', date_to: '2026-03-10 00:00:00' }

export function ordersRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const order = { params: { id: theirs.orderId } }
  return {
    'GET /api/access-tokens': nothing(),
    'GET /api/account': nothing(),
    'DELETE /api/access-tokens/:id': row({ params: { id: theirs.sessionId } }),

    'GET /api/orders': nothing({ query: { company_id: theirs.companyId } }),
    'POST /api/orders': nothing({
      body: { client_phone: OTHER_TENANT_PHONE, draft: true, custom_driver_ids: [theirs.driverId] },
    }),
    'POST /api/orders/:id/rating': row({ ...order, body: { stars: 5 } }),
    'GET /api/users/:id/ratings': row({ params: { id: theirs.driverId } }),
    'POST /api/orders/search': nothing({
      body: { by: 'phone', term: OTHER_TENANT_PHONE, company_id: theirs.companyId },
    }),
    'GET /api/orders/export': nothing({ query: { company_id: theirs.companyId } }),
    'POST /api/orders/search/export': nothing({
      body: { by: 'phone', term: OTHER_TENANT_PHONE, company_id: theirs.companyId },
    }),
    'GET /api/orders/:id': row(order),
    'GET /api/orders/:id/static-map': row(order),
    'GET /api/orders/:id/route': row(order),
    'PATCH /api/orders/:id': row({ ...order, body: { name: 'Ion' } }),
    'PATCH /api/orders/:id/cancel': row({ ...order, body: {} }),
    'PATCH /api/orders/:id/no-show': row({ ...order, body: { reason_text: 'Nu a venit' } }),
    'PATCH /api/orders/:id/retry': row(order),
    'PATCH /api/orders/:id/move-to-pending': row(order),
    'PATCH /api/orders/:id/custom-drivers': row({ ...order, body: { driver_ids: [theirs.driverId] } }),
    'POST /api/orders/:id/duplicate': row(order),
    'DELETE /api/orders/:id': row(order),
    'POST /api/orders/:id/restore': row(order),
    'PATCH /api/orders/:id/set-driver-and-finish': row({ ...order, body: { driverId: theirs.driverId } }),
    'PATCH /api/orders/:id/assign': row({ ...order, body: { driver_id: theirs.driverId } }),
    'PATCH /api/orders/:id/take-back': row({ ...order, body: { reason: 'Nu pornește' } }),
    'PATCH /api/orders/:id/confirm-fare': row(order, 'company_admin'),
    'PATCH /api/orders/:id/update-name': row({ ...order, body: { name: 'Ion' } }),
    'DELETE /api/orders/:id/always-in-call': row(order),
    'POST /api/orders/:id/places': row({ ...order, body: { place: PLACE } }),
    'PATCH /api/orders/:id/places/:placeId': row({ params: { ...order.params, placeId: theirs.placeId }, body: PLACE }),
    'DELETE /api/orders/:id/places/:placeId': row({ params: { ...order.params, placeId: theirs.placeId } }),
    'PATCH /api/orders/:id/places/sort': row({ ...order, body: { ids: [theirs.placeId] } }),
    'GET /api/order-history/:id': row(order),
    'GET /api/dispatcher-orders/:kind': nothing({ params: { kind: 'live' } }),
    'GET /api/dispatcher-orders/statistics': nothing(),
    'GET /api/dispatcher-orders/waiting': nothing(),
    'GET /api/orders-for-report': nothing(),
    'GET /api/orders/:id/proof-photo': row(order),
    'GET /order-drivers': row({ query: { orderId: theirs.orderId, all: '1' } }),
  }
}

export function callsRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const ofOrder = { params: { orderId: theirs.orderId } }
  return {
    'GET /api/calls': nothing(),
    'POST /api/calls/accept': row({ body: { phone_number: OTHER_TENANT_PHONE, sip_caller_id: theirs.sipCallerId } }),
    'PATCH /api/calls/hold/:orderId': row(ofOrder),
    'PATCH /api/calls/unhold/:orderId': row(ofOrder),
    'PATCH /api/calls/cancel': row({ body: { phone_number: OTHER_TENANT_PHONE } }),
    'POST /api/calls/transfer/:orderId': row({ ...ofOrder, body: { user_id: theirs.dispatcherId } }),
    'POST /api/calls/take-over/:orderId': row({ ...ofOrder, body: { from_user_id: theirs.dispatcherId } }),
    'GET /api/calls/colleagues': nothing(),
    'POST /api/calls/dial': row({ body: { order_id: theirs.orderId } }),
    'GET /api/calls/missed': nothing(),
    'PATCH /api/calls/missed/:id/called-back': row({ params: { id: theirs.missedCallId } }),
    'DELETE /api/calls/missed/:id/called-back': row({ params: { id: theirs.missedCallId } }),
    'GET /api/reports/calls/size': nothing({ query: { ...REPORT_DAYS, company_id: theirs.companyId } }),
    'GET /api/reports/calls': nothing({ query: { ...REPORT_DAYS, company_id: theirs.companyId } }),
    'GET /api/calls-for-report': nothing({ query: { ...REPORT_DAYS, company_id: theirs.companyId } }),
    'GET /api/calls/:id/recording': row({ params: { id: theirs.callId } }),
    'GET /api/orders/:id/recordings': row({ params: { id: theirs.orderId } }),
    'GET /api/account/meta': nothing(),
    'GET /api/users/:id/meta': row({ params: { id: theirs.driverId } }),
    'PUT /api/users/:id/meta': row({ params: { id: theirs.driverId }, body: { data: [] } }, 'company_admin'),
    'POST /api/simulator/calls': row(
      { body: { phone: OTHER_TENANT_PHONE, company_id: theirs.companyId } },
      'company_admin',
    ),
    'DELETE /api/simulator/calls/:id': row({ params: { id: theirs.callId } }, 'company_admin'),
  }
}

export function addressRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  return {
    'GET /api/places-search-new': nothing({ query: { input: 'Canar' } }),
    'POST /api/places-search-new': nothing({ body: { input: 'Canar' } }),
    'GET /api/places-search': nothing({ query: { input: 'Canar' } }),
    'GET /api/place-details-new/:id': row({ params: { id: `int_${theirs.ownPlaceId}` } }),
    'GET /api/place-details': row({ query: { place_id: `int_${theirs.ownPlaceId}` } }),
    'GET /api/place-geocode': row({ query: { place_id: `int_${theirs.ownPlaceId}` } }),
    'DELETE /api/delete-place/:id': row({ params: { id: `int_${theirs.ownPlaceId}` } }),
    'GET /api/addresses/:phoneOrUserId': nothing({ params: { phoneOrUserId: OTHER_TENANT_PHONE } }),
    'DELETE /api/addresses/:id': row({ params: { id: theirs.savedAddressId } }),
    'POST /api/addresses/:id/restore': row({ params: { id: theirs.savedAddressId } }),
    'POST /api/delete-place/:id/restore': row({ params: { id: `int_${theirs.ownPlaceId}` } }),
    'GET /api/dispatcher-orders/:clientId/address-history': row({ params: { clientId: theirs.clientId } }),
    'PATCH /api/dispatcher-orders/:clientId/address-history-delete/:addressId': row({
      params: { clientId: theirs.clientId, addressId: theirs.savedAddressId },
    }),
  }
}
