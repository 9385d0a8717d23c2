import { searchOf } from '@dispecerat/contract/typed-lists'
import type { OtherTenantRequest } from './foreign-ask.ts'
import { accountAsks } from './foreign-asks-of-accounts.ts'
import { clientAppAsks } from './foreign-asks-of-clients.ts'
import { companyAsks } from './foreign-asks-of-companies.ts'
import { driverAsks, simulatorAsks } from './foreign-asks-of-drivers.ts'
import { messageAsks } from './foreign-asks-of-messages.ts'
import { moneyAsks } from './foreign-asks-of-money.ts'
import { peopleAsks } from './foreign-asks-of-people.ts'
import { protocolAsks } from './foreign-asks-of-protocol.ts'
import { reportAsks } from './foreign-asks-of-reports.ts'
import { settingsAsks } from './foreign-asks-of-settings.ts'
import { dispatcherRequests, searchRulesAsks } from './foreign-asks-of-the-company.ts'
import { addressAsks, callsAsks, ordersAsks } from './foreign-asks-of-the-desk.ts'
import { fleetOfficeAsks } from './foreign-asks-of-the-fleet.ts'
import type { Rows } from './foreign-company.ts'

/** No rows of a company pass through these. */
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
  // Of platform administrators alone.
  'GET /api/companies/:id/cui',
  'PUT /api/companies/:id/cui',
  'DELETE /api/companies/:id/cui',
  'GET /api/telephone/asked-lines',
  'POST /api/telephone/lines/:id/grant',
  'PATCH /api/telephone/outgoing',
  'POST /api/telephone/outgoing/resume',
  'GET /api/app-links',
  // Write to the phone of whoever asks; the company is named by who asks.
  'POST /api/client/otp',
  'POST /api/client/otp/verify',
  'POST /api/driver-reports',
  'GET /api/driver-reports/:token',
  'GET /api/documentation',
  'GET /api/documentation/:url',
]

/** One line per endpoint; an endpoint without a line here and above fails the test of the matrix. */
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

/** A list that is asked for by a body too must hide there what it hides by its address. */
function searchAsks(asks: Record<string, OtherTenantRequest>): Record<string, OtherTenantRequest> {
  return Object.fromEntries(
    Object.entries(asks).flatMap(([line, { ask, ...expected }]) => {
      const [method = '', path = ''] = line.split(' ')
      const search = searchOf({ method, path })
      const byBody = { ...(ask.params ? { params: ask.params } : {}), body: ask.query ?? {} }
      return search ? [[`POST ${search.path}`, { ...expected, ask: byBody }]] : []
    }),
  )
}
