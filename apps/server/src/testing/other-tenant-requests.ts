import { searchOf } from '@dispecerat/contract/typed-lists'
import type { Rows } from './other-tenant-company.ts'
import type { OtherTenantRequest } from './other-tenant-request.ts'
import { accountAsks } from './other-tenant-requests-of-accounts.ts'
import { clientAppAsks } from './other-tenant-requests-of-clients.ts'
import { companyAsks } from './other-tenant-requests-of-companies.ts'
import { driverAsks, simulatorAsks } from './other-tenant-requests-of-drivers.ts'
import { messageAsks } from './other-tenant-requests-of-messages.ts'
import { moneyAsks } from './other-tenant-requests-of-money.ts'
import { peopleAsks } from './other-tenant-requests-of-people.ts'
import { protocolAsks } from './other-tenant-requests-of-protocol.ts'
import { reportAsks } from './other-tenant-requests-of-reports.ts'
import { settingsAsks } from './other-tenant-requests-of-settings.ts'
import { dispatcherRequests, searchRulesAsks } from './other-tenant-requests-of-the-company.ts'
import { addressAsks, callsAsks, ordersAsks } from './other-tenant-requests-of-the-desk.ts'
import { fleetOfficeAsks } from './other-tenant-requests-of-the-fleet.ts'

/** Endpoints that return no rows of a company. */
export const WITHOUT_ROWS: readonly string[] = [
  'POST /api/access-tokens',
  'PUT /api/protocol-account/pickup',
  'POST /api/set-up',
  'POST /api/account/password',
  'GET /api/account/photo',
  'GET /api/account/two-factor',
  'POST /api/account/two-factor',
  'POST /api/account/two-factor/confirm',
  'POST /api/account/two-factor/recovery-codes',
  'POST /api/account/two-factor/off',
  'POST /api/password-reset',
  'POST /api/password-reset/confirm',
  'DELETE /api/access-tokens/current',
  'PATCH /api/user-activity',
  'POST /api/client-errors',
  'PATCH /api/driver/messages',
  'POST /api/driver/device',
  'POST /api/driver/position',
  'POST /api/driver/route',
  'POST /api/driver/shift/stop',
  'PATCH /api/driver/status',
  'GET /api/place-reverse',
  'GET /api/static-map',
  'GET /api/map-config',
  'POST /api/add-place',
  'POST /api/routes',
  'GET /api/imports/:kind/template',
  'GET /api/content',
  'POST /api/content',
  'GET /api/content/:id',
  'GET /api/content/by-url/:url',
  'GET /api/content/:id/edit',
  'PATCH /api/content/:id',
  'DELETE /api/content/:id',
  'POST /api/content/:id/restore',
  'GET /api/content/:id/versions',
  'POST /api/content/:id/versions/:version/restore',
  'GET /api/check-cui',
  'POST /api/company',
  'GET /api/sign-up',
  'POST /api/email-proof',
  'PATCH /api/companies/:id/approval',
  'PATCH /api/companies/:id/limits',
  'PATCH /api/companies/:id/status',
  // Only for platform administrators.
  'GET /api/companies/:id/cui',
  'PUT /api/companies/:id/cui',
  'DELETE /api/companies/:id/cui',
  'GET /api/telephone/asked-lines',
  'POST /api/telephone/lines/:id/grant',
  'PATCH /api/telephone/outgoing',
  'POST /api/telephone/outgoing/resume',
  'GET /api/app-links',
  // These send a code to the phone in the request; the request itself names the company.
  'POST /api/client/otp',
  'POST /api/client/otp/verify',
  'POST /api/driver-reports',
  'GET /api/driver-reports/:token',
  'GET /api/documentation',
  'GET /api/documentation/:url',
]

/** One entry per endpoint; the test of the matrix fails for an endpoint that is neither here nor in `WITHOUT_ROWS`. */
export function otherTenantRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const asks = {
    ...ordersAsks(theirs),
    ...dispatcherRequests(theirs),
    ...settingsAsks(theirs),
    ...callsAsks(theirs),
    ...addressAsks(theirs),
    ...searchRulesAsks(theirs),
    ...driverAsks(theirs),
    ...simulatorAsks(theirs),
    ...fleetOfficeAsks(theirs),
    ...messageAsks(theirs),
    ...peopleAsks(theirs),
    ...moneyAsks(theirs),
    ...protocolAsks(theirs),
    ...companyAsks(theirs),
    ...reportAsks(theirs),
    ...accountAsks(theirs),
    ...clientAppAsks(theirs),
  }
  return { ...asks, ...searchAsks(asks) }
}

/** Lists that can also be queried with POST must hide the same rows there as with GET. */
function searchAsks(asks: Record<string, OtherTenantRequest>): Record<string, OtherTenantRequest> {
  return Object.fromEntries(
    Object.entries(asks).flatMap(([line, { input, ...expected }]) => {
      const [method = '', path = ''] = line.split(' ')
      const search = searchOf({ method, path })
      const byBody = { ...(input.params ? { params: input.params } : {}), body: input.query ?? {} }
      return search ? [[`POST ${search.path}`, { ...expected, input: byBody }]] : []
    }),
  )
}
