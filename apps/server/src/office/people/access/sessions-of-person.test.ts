import { CLOSE } from '@dispecerat/contract/api/realtime'
import { logIn, whoAmI } from '@dispecerat/contract/identity/accounts'
import { listChanges } from '@dispecerat/contract/office/changes'
import {
  endSessionOfPerson,
  endSessionsOfPerson,
  listSessionsOfPerson,
} from '@dispecerat/contract/office/person-sessions'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser, PASSWORD } from '../../../testing/builders.ts'

let server: TestServer
let other: TestServer
let companyId: CompanyId
let manager: string

beforeAll(async () => {
  server = await aServer({ env: { TRUST_PROXY: 'loopback' } })
  other = await aServer({ besides: server })
  companyId = (await aCompany(server)).companyId
  manager = await managerOf([companyId])
})
afterAll(async () => {
  await other.stop()
  await server.stop()
})

async function managerOf(companyIds: CompanyId[]): Promise<string> {
  return server.logIn((await aUser(server, { roles: ['company_admin'], companyIds })).email)
}

async function logInFrom(email: string, address: string, device: string) {
  const body = { email, password: PASSWORD, device, device_token: null }
  return (await server.request(logIn, { body, headers: { 'x-forwarded-for': address } })).reply
}

const sessionsOf = (id: number, token = manager) => server.request(listSessionsOfPerson, { params: { id } }, token)
const endAll = (id: number, token = manager) => server.request(endSessionsOfPerson, { params: { id } }, token)
const statusOn = async (node: TestServer, token: string) => (await node.request(whoAmI, {}, token)).status

test('a manager sees device, times and network of a person’s sessions, never the token or the whole address', async () => {
  const { email, userId } = await aDispatcher(server, { companyId })
  await logInFrom(email, '203.0.113.7', 'Chrome pe Windows')
  server.pass(60)
  await logInFrom(email, '2001:db8:1:2::9', 'Telefon')
  const { reply, body } = await sessionsOf(userId)
  expect(reply.data).toEqual([
    expect.objectContaining({ device: 'Telefon', network: '2001:db8:1::/48' }),
    expect.objectContaining({ device: 'Chrome pe Windows', network: '203.0.113.0/24' }),
  ])
  expect(JSON.stringify(body)).not.toMatch(/203\.0\.113\.7|tx_/)
})

test('ending all sessions of a stolen phone: tokens and sockets are closed on every node, its device is unknown, and the audit log has the author', async () => {
  const { email, driverId } = await aDriver(server, { companyId })
  const { token, device_token } = await logInFrom(email, '203.0.113.7', 'Telefon')
  const socket = await other.socket(token)
  expect([await statusOn(server, token), await statusOn(other, token)]).toEqual([200, 200])

  expect((await endAll(driverId)).status).toBe(200)
  expect(await socket.closed()).toBe(CLOSE.badToken)
  await Promise.all([server.remembers(), other.remembers()])
  expect([await statusOn(server, token), await statusOn(other, token)]).toEqual([401, 401])
  expect((await sessionsOf(driverId)).reply.data).toEqual([])
  const again = { email, password: PASSWORD, device_token }
  expect((await server.request(logIn, { body: again })).reply.device_token).not.toBe(device_token)
  const query = { entity: 'user', entity_id: driverId }
  const changes = (await server.request(listChanges, { query }, manager)).reply.data
  expect(changes.map(({ action }) => action)).toEqual(['sessions_ended'])
})

test('ending one session leaves the others open', async () => {
  const { email, userId } = await aDispatcher(server, { companyId })
  const lost = await server.logIn(email)
  const current = await server.logIn(email)
  const [, oldest] = (await sessionsOf(userId)).reply.data
  const end = () => server.request(endSessionOfPerson, { params: { id: userId, session_id: oldest?.id ?? 0 } }, manager)
  expect((await end()).status).toBe(200)
  await server.remembers()
  expect([await statusOn(server, lost), await statusOn(server, current)]).toEqual([401, 200])
  expect((await end()).body.code).toBe('session.unknown')
})

test('a session of another user cannot be ended under the id of one of my people', async () => {
  const mine = await aDispatcher(server, { companyId })
  const { companyId: elsewhere } = await aCompany(server)
  const theirs = await aDispatcher(server, { companyId: elsewhere })
  const token = await server.logIn(theirs.email)
  const [session] = (await sessionsOf(theirs.userId, await managerOf([elsewhere]))).reply.data
  const params = { id: mine.userId, session_id: session?.id ?? 0 }
  expect((await server.request(endSessionOfPerson, { params }, manager)).body.code).toBe('session.unknown')
  await server.remembers()
  expect(await statusOn(server, token)).toBe(200)
})

test('sessions of a platform administrator, of another manager, of a colleague of two companies, and one’s own cannot be seen or ended here', async () => {
  const { companyId: elsewhere } = await aCompany(server)
  const both = [companyId, elsewhere]
  const own = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const ownToken = await server.logIn(own.email)
  const admin = { roles: ['admin', 'dispatcher'] as const, companyIds: [companyId] }
  const people = [
    await aUser(server, admin),
    await aUser(server, admin),
    await aUser(server, { roles: ['company_admin'], companyIds: [companyId] }),
    await aUser(server, { roles: ['dispatcher'], companyIds: both }),
    own,
    await aUser(server, { roles: ['dispatcher'], companyIds: [elsewhere] }),
  ]
  for (const action of [sessionsOf, endAll]) {
    const codes: unknown[] = []
    for (const { userId } of people) codes.push((await action(userId, ownToken)).body.code)
    expect(codes).toEqual([
      'user.is_super_user',
      'user.not_yours_to_edit',
      'user.not_yours_to_edit',
      'user.works_elsewhere',
      'user.is_yourself',
      'user.unknown',
    ])
  }
  const ofBoth = await managerOf(both)
  const worksInBoth = people[3]?.userId ?? 0
  expect([(await sessionsOf(worksInBoth, ofBoth)).status, (await endAll(worksInBoth, ofBoth)).status]).toEqual([
    200, 200,
  ])
})
