import { searchOf } from '@dispecerat/contract/api/typed-lists'
import type { Rows } from '../other-tenant-company.ts'
import type { OtherTenantRequest } from './other-tenant-request.ts'
import { accountRequests } from './other-tenant-requests-of-accounts.ts'
import { clientAppRequests } from './other-tenant-requests-of-clients.ts'
import { companyRequests } from './other-tenant-requests-of-companies.ts'
import { addressRequests, callsRequests, ordersRequests } from './other-tenant-requests-of-dispatchers.ts'
import { driverRequests, simulatorRequests } from './other-tenant-requests-of-drivers.ts'
import { messageRequests } from './other-tenant-requests-of-messages.ts'
import { moneyRequests } from './other-tenant-requests-of-money.ts'
import { peopleRequests } from './other-tenant-requests-of-people.ts'
import { protocolRequests } from './other-tenant-requests-of-protocol.ts'
import { reportRequests } from './other-tenant-requests-of-reports.ts'
import { settingsRequests } from './other-tenant-requests-of-settings.ts'
import { dispatcherRequests, searchRulesRequests } from './other-tenant-requests-of-the-company.ts'
import { fleetOfficeRequests } from './other-tenant-requests-of-the-fleet.ts'

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
  const requests = {
    ...ordersRequests(theirs),
    ...dispatcherRequests(theirs),
    ...settingsRequests(theirs),
    ...callsRequests(theirs),
    ...addressRequests(theirs),
    ...searchRulesRequests(theirs),
    ...driverRequests(theirs),
    ...simulatorRequests(theirs),
    ...fleetOfficeRequests(theirs),
    ...messageRequests(theirs),
    ...peopleRequests(theirs),
    ...moneyRequests(theirs),
    ...protocolRequests(theirs),
    ...companyRequests(theirs),
    ...reportRequests(theirs),
    ...accountRequests(theirs),
    ...clientAppRequests(theirs),
  }
  return { ...requests, ...searchRequests(requests) }
}

/** Lists that can also be queried with POST must hide the same rows there as with GET. */
function searchRequests(requests: Record<string, OtherTenantRequest>): Record<string, OtherTenantRequest> {
  return Object.fromEntries(
    Object.entries(requests).flatMap(([line, { input, ...expected }]) => {
      const [method = '', path = ''] = line.split(' ')
      const search = searchOf({ method, path })
      const byBody = { ...(input.params ? { params: input.params } : {}), body: input.query ?? {} }
      return search ? [[`POST ${search.path}`, { ...expected, input: byBody }]] : []
    }),
  )
}
