import { transferMoney } from '@dispecerat/contract/billing/finance'
import { readContract } from '@dispecerat/contract/billing/protocol'
import { banUser, listBans } from '@dispecerat/contract/fleet/bans'
import { listAddressHistory, listSavedAddresses } from '@dispecerat/contract/geography/addresses'
import { readUserMeta, writeUserMeta } from '@dispecerat/contract/identity/accounts'
import { resetTwoFactor } from '@dispecerat/contract/identity/two-factor'
import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import { listChanges } from '@dispecerat/contract/office/changes'
import { makeReportToken } from '@dispecerat/contract/office/driver-reports'
import { reportIncident } from '@dispecerat/contract/office/incidents'
import { listInterlocutors, listMessages, sendMessage } from '@dispecerat/contract/office/messages'
import * as people from '@dispecerat/contract/office/people'
import {
  endSessionOfPerson,
  endSessionsOfPerson,
  listSessionsOfPerson,
} from '@dispecerat/contract/office/person-sessions'
import { exportPersonalData } from '@dispecerat/contract/office/personal-data'
import { deleteUserPhoto, readUserPhoto, saveUserPhoto } from '@dispecerat/contract/office/user-photos'
import { searchUsers } from '@dispecerat/contract/office/users'
import { lookUpClient, noteClient } from '@dispecerat/contract/orders/clients'
import { listOrders } from '@dispecerat/contract/orders/orders'
import { listRatings } from '@dispecerat/contract/orders/ratings'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { TestServer } from '../../../testing/a-server.ts'

type ClientRequest = [endpoint: Endpoint, ask: RequestInput<Endpoint>, as?: 'dispatcher']

/** All requests of a company's staff about one id or phone, in an order in which replies depend on what was written before. */
function requestsOf({ userId, phone }: { userId: UserId; phone: string }): ClientRequest[] {
  const one = { params: { id: userId } }
  return [
    [people.readPerson, one],
    [people.readPerson, one, 'dispatcher'],
    [people.updatePerson, { ...one, body: { name: 'Alt Nume' } }],
    [people.updatePerson, { ...one, body: { about: 'Etaj 4' } }, 'dispatcher'],
    [
      people.updatePerson,
      { ...one, body: { email: `client${phone.slice(-9)}@proba.ro`, identifier: phone.slice(-9) } },
    ],
    [people.updatePerson, { ...one, body: { licence_no: 'B1', licence_until: '2020-01-01' } }],
    [people.updatePerson, { ...one, body: { company_ids: [] } }],
    [people.updatePerson, { ...one, body: { phone: '' } }],
    [people.updatePerson, { ...one, body: { name: 'Prea Târziu' }, headers: { 'if-match': '1' } } as never],
    [people.setRoles, { ...one, body: { roles: ['dispatcher'] } }],
    [people.setRoles, { ...one, body: { roles: ['client'] } }],
    [people.resetPersonPassword, { ...one, body: { password: 'un tramvai verde' } }],
    [people.resetPersonPassword, { ...one, body: {} }],
    [resetTwoFactor, one],
    [listSessionsOfPerson, one],
    [endSessionsOfPerson, one],
    [endSessionOfPerson, { params: { id: userId, session_id: 1 } }],
    [readUserPhoto, one],
    [saveUserPhoto, { ...one, body: { photo: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]).toString('base64') } }],
    [deleteUserPhoto, one],
    [readUserMeta, one],
    [writeUserMeta, { ...one, body: { data: [] } }],
    [banUser, { ...one, body: { forever: true, reason: 'x' } }],
    [listBans, one],
    [makeReportToken, { ...one, body: { from: '2026-02-01 00:00:00', to: '2026-02-28 00:00:00' } }],
    [listRatings, one],
    [listRatings, { ...one, query: { of: 'client' } }],
    [transferMoney, { body: { driver_id: userId, amount: 5, direction: 'in', method: 'cash' } }],
    [readContract, one],
    [reportIncident, { body: { type: 'other', text: 'Zgomot', driver_id: userId } }],
    [reportIncident, { body: { type: 'lost_item', text: 'Umbrelă', client_id: userId } }],
    ...listRequestsOf({ userId, phone }),
    [people.createPerson, { body: { name: 'Încă o dată', phone, roles: ['client'], company_ids: [] } }],
    [people.deactivatePerson, one],
    [people.readPerson, one],
    [people.restorePerson, one],
    [people.changePeopleState, { body: { ids: [userId], action: 'deactivate' } }],
    [people.changePeopleState, { body: { ids: [userId], action: 'activate' } }],
    [listChanges, { query: { entity: 'user', entity_id: userId } }],
    [listChanges, { query: { entity: 'client', entity_id: userId } }],
    [exportPersonalData, { ...one, body: { format: 'json' } }],
    [people.readPerson, one],
  ]
}

/** Requests that message a client, and those that list and find clients. */
function listRequestsOf({ userId, phone }: { userId: UserId; phone: string }): ClientRequest[] {
  const search = phone.replace('+40', '0')
  const list = { type: 'client' as const, search }
  return [
    [sendMessage, { body: { user_id: userId, message: 'Mașina a ajuns' } }, 'dispatcher'],
    [listMessages, { query: { receiver_id: userId } }, 'dispatcher'],
    [listInterlocutors, { query: { search } }, 'dispatcher'],
    [people.listPeople, { body: list }],
    [people.listPeople, { body: { ...list, state: 'deactivated' } }],
    [people.listPeople, { body: { ...list, sort: 'email' } }],
    [people.exportPeople, { body: { ...list, format: 'csv' } }],
    [searchUsers, { body: { search } }],
    [searchUsers, { body: { ids: [userId] } }],
    [searchUsers, { body: { ids: [userId], roles: ['driver', 'dispatcher', 'company', 'company_admin'] } }],
    [lookUpClient, { body: { phone } }],
    [noteClient, { params: { phone }, body: { about: 'Etaj 5' } }],
    [listSavedAddresses, { params: { phoneOrUserId: phone } }],
    [listSavedAddresses, { params: { phoneOrUserId: String(userId) } }],
    [listAddressHistory, { params: { clientId: userId } }],
    [listOrders, { query: { client_id: userId } }],
    [listOrders, { query: { driver_id: userId } }],
  ]
}

/** Each request with its status and its reply. */
export async function answersAbout(
  {
    server,
    manager,
    dispatcher,
    companyId,
  }: { server: TestServer; manager: string; dispatcher: string; companyId: CompanyId },
  who: { userId: UserId; phone: string },
): Promise<{ request: string; status: number; body: unknown }[]> {
  const answers = []
  for (const [endpoint, input, as] of requestsOf(who)) {
    const own =
      endpoint === people.createPerson ? { body: { ...(input.body as object), company_ids: [companyId] } } : input
    const { status, body } = await server.request(endpoint, own as never, as === 'dispatcher' ? dispatcher : manager)
    answers.push({ request: `${endpoint.method} ${endpoint.path}`, status, body })
  }
  return answers
}

/** Removes what differs between any two clients: row ids and the phone. */
export function withoutIdentity(answers: unknown, phone: string): unknown {
  const digits = [phone, phone.replace('+40', '0'), phone.slice(-9)]
  const text = (value: string) =>
    digits
      .reduce((left, typed) => left.replaceAll(typed, 'TEL'), value)
      .replace(/\b0?7\d\d[ .]?\d{3}[ .]?\d{3}\b/g, 'TEL')
  const walk = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, key))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name)]))
    }
    if (/(^|_)(ids?|number|no|order)$/.test(key) && typeof value === 'number') return 'N'
    return typeof value === 'string' ? text(value).replace(/^\d+;/gm, 'N;') : value
  }
  return walk(answers)
}
