import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import { OTHER_TENANT_PHONE, type Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, PLACE, row } from './other-tenant-request.ts'

const RING = [
  { lat: 45.6, long: 25.5 },
  { lat: 45.7, long: 25.5 },
  { lat: 45.7, long: 25.6 },
]
const SOON = { from: '2026-03-01 00:00:00', to: '2026-03-08 00:00:00' }

export function dispatcherRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  return {
    'GET /api/statistics/common': nothing(),
    'GET /api/statistics/orders-by-day': nothing(),
    'GET /api/drivers-positions': nothing(),
    'GET /api/live/positions': nothing({ query: { company: String(theirs.companyId) } }),
    'GET /api/live/map': nothing({ query: { company: String(theirs.companyId) } }),
    'GET /api/settings/public-map': nothing({}, 'company_admin'),
    'PATCH /api/settings/public-map': row(
      { body: { company_id: theirs.companyId, public_live: true } },
      'company_admin',
    ),
    'GET /api/statistics/supply': nothing(),
    'GET /api/statistics/heat': row({
      query: { from: '2026-02-20', to: '2026-03-10', company_id: String(theirs.companyId) },
    }),
    'GET /api/statistics/heat-table': row({
      query: { from: '2026-02-20', to: '2026-03-10', company_id: String(theirs.companyId) },
    }),
    'GET /api/changes': nothing({ query: { company_id: theirs.companyId } }, 'company_admin'),
    'GET /api/users': nothing({ query: { search: 'Canar', company_id: theirs.companyId } }),
    'POST /api/users/search': nothing({ body: { search: 'Canar', ids: [theirs.driverId, theirs.clientId] } }),
    'POST /api/messages/to-user': row({ body: { user_id: theirs.driverId, message: 'Salut' } }),
    'GET /api/drivers': nothing({ query: { search: 'Canar' } }),
    'GET /api/drivers/:id': row({ params: { id: theirs.driverId } }),
    'POST /order-drivers/preview': nothing({
      body: {
        places: [PLACE],
        custom_driver_ids: [theirs.driverId],
        search_company_ids: [theirs.companyId],
        full: true,
      },
    }),
    'GET /api/users-intervals': nothing(),
    'POST /api/users-intervals': nothing({
      body: { from: '2026-03-01 18:00:00', to: '2026-03-01 19:00:00', users: [{ id: theirs.driverId }] },
    }),
    'DELETE /api/users-intervals/:id': row({ params: { id: theirs.priorityWindowId } }),
    'POST /api/users-intervals/:id/restore': row({ params: { id: theirs.priorityWindowId } }),
    'GET /api/drivers/:id/bans': row({ params: { id: theirs.driverId } }),
    'POST /api/users/:id/report-token': row(
      { params: { id: theirs.driverId }, body: { from: '2026-02-01 00:00:00', to: '2026-03-01 00:00:00' } },
      'company_admin',
    ),
    'GET /api/report-tokens': nothing({ query: { driver_id: theirs.driverId } }, 'company_admin'),
    'DELETE /api/report-tokens/:id': row({ params: { id: theirs.reportLinkId } }, 'company_admin'),
    'PATCH /api/users/:id/ban': row({ params: { id: theirs.driverId }, body: { ban_forever: true, reason: 'Test' } }),
    'POST /api/clients/look-up': nothing({ body: { phone: OTHER_TENANT_PHONE } }),
    'PATCH /api/users/:phone/about': nothing({ params: { phone: OTHER_TENANT_PHONE }, body: { about: 'Atent' } }),
    'GET /api/blocked-phone': nothing(),
    'POST /api/blocked-phone': nothing({ body: { phone: OTHER_TENANT_PHONE, reason: 'Glume' } }),
    'DELETE /api/blocked-phone/:id': row({ params: { id: theirs.blockedPhoneId } }),
    'POST /api/blocked-phone/:id/restore': row({ params: { id: theirs.blockedPhoneId } }),
    ...tariffRequests(theirs),
    'GET /api/partners': nothing(),
    'GET /api/protocol-companies': nothing(),

    ...zonesRequests(theirs),
    'GET /api/statistics/drivers-info': row({ query: { polygon_id: theirs.polygonId } }),
  }
}

function zonesRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  return {
    'GET /api/polygons': nothing(),
    'GET /api/polygons/:id': row({ params: { id: theirs.polygonId } }),
    'GET /api/polygons/statistics': nothing(),
    'POST /api/polygons': row({ body: { company_id: theirs.companyId, name: 'Est', paths: RING } }, 'company_admin'),
    'PATCH /api/polygons/:id': row({ params: { id: theirs.polygonId }, body: { name: 'Est' } }, 'company_admin'),
    'DELETE /api/polygons/:id': row({ params: { id: theirs.polygonId } }, 'company_admin'),
    'POST /api/polygons/:id/restore': row({ params: { id: theirs.polygonId } }, 'company_admin'),
    'POST /api/polygons/:id/split': row({ params: { id: theirs.polygonId }, body: { line: RING } }, 'company_admin'),
    'POST /api/polygons/:id/rejoin': row(
      { params: { id: theirs.polygonId }, body: { part_id: theirs.polygonId } },
      'company_admin',
    ),
    'POST /api/polygons/import': row({ body: { company_id: theirs.companyId, geojson: {} } }, 'company_admin'),
    'GET /api/polygons/export': nothing(),
    'GET /api/stands': nothing(),
    'POST /api/stands': row(
      { body: { company_id: theirs.companyId, name: 'Gara', lat: PLACE.lat, long: PLACE.long } },
      'company_admin',
    ),
    'PATCH /api/stands/:id': row({ params: { id: theirs.standId }, body: { name: 'Gara' } }, 'company_admin'),
    'DELETE /api/stands/:id': row({ params: { id: theirs.standId } }, 'company_admin'),
    'POST /api/stands/:id/restore': row({ params: { id: theirs.standId } }, 'company_admin'),
    'GET /api/stands/:id/queue': row({ params: { id: theirs.standId } }),
  }
}

function tariffRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const tariff = { params: { id: theirs.tariffId } }
  const { companyId } = theirs
  const price = { name: 'Zi', start_fee: 4, per_km: 4 }
  return {
    'POST /api/estimates': nothing({ body: { places: [PLACE] } }),
    'GET /api/orders/:id/eta': row({ params: { id: theirs.orderId } }),
    'GET /api/tariffs': nothing({ query: { company_id: companyId } }),
    'GET /api/tariffs/:id': row(tariff),
    'POST /api/tariffs': row({ body: { company_id: companyId, service_id: 1, ...price } }, 'company_admin'),
    'PATCH /api/tariffs/:id': row({ ...tariff, body: { name: 'Zi' } }, 'company_admin'),
    'DELETE /api/tariffs/:id': row(tariff, 'company_admin'),
    'POST /api/tariffs/:id/restore': row(tariff, 'company_admin'),
    'GET /api/scheduled-orders': nothing({ query: SOON }),
    'GET /api/scheduled-orders/hours': nothing({ query: SOON }),
    'GET /api/scheduled-orders/rules': nothing(),
    'PATCH /api/scheduled-orders/rules/:id': row(
      { params: { id: companyId }, body: { scheduled_lead_min: 20 } },
      'company_admin',
    ),
  }
}

export function searchRulesRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const asAdmin = (input: RequestInput<Endpoint>) => row(input, 'company_admin')
  const { companyId } = theirs
  const interval = { params: { id: theirs.searchIntervalId } }
  const method = { params: { id: theirs.searchMethodId } }
  const definitions = { items: [] }
  return {
    'GET /api/search-intervals': row({ query: { company_id: companyId } }),
    'POST /api/search-intervals': asAdmin({ body: { search_method_id: theirs.searchMethodId } }),
    'PATCH /api/search-intervals/:id': asAdmin({ ...interval, body: { name: 'Ziua' } }),
    'DELETE /api/search-intervals/:id': asAdmin(interval),
    'POST /api/search-intervals/:id/restore': asAdmin(interval),
    'POST /api/search-intervals/sort': asAdmin({ body: { ids: [theirs.searchIntervalId] } }),
    'GET /api/search-rules/replays': asAdmin({ query: { company_id: companyId } }),
    'POST /api/search-rules/replays': asAdmin({ body: { company_id: companyId, rules: { intervals: [] } } }),
    'GET /api/search-rules/replays/:id': asAdmin({ params: { id: theirs.replayId } }),
    'POST /api/search-rules/replays/:id/cancel': asAdmin({ params: { id: theirs.replayId }, body: {} }),
    'POST /api/search-methods': asAdmin({ body: { company_id: companyId, definitions } }),
    'GET /api/search-methods/:id': asAdmin(method),
    'PATCH /api/search-methods/:id': asAdmin({ ...method, body: { definitions } }),
  }
}
