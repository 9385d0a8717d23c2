import { readOwnMeta, reportActivity } from '@dispecerat/contract/identity/accounts'
import { listChanges } from '@dispecerat/contract/office/changes'
import * as contract from '@dispecerat/contract/telephony/telephone-admin'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createFixture } from '../../orders/testing/order-fixture.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { openPhoneDirectory } from './phone-directory.ts'

const fixture = await createFixture()
const { server, manager, dispatcher, dispatcherId, companyId, rival, admin } = fixture
afterAll(() => server.stop())

const phoneDirectory = openPhoneDirectory(server, server.realtime)
const telephone = async () => (await server.request(contract.readTelephone, {}, manager)).reply.data
const add = (number: string, token = manager) =>
  server.request(contract.createPhoneLine, { body: { number, name: 'Numărul mare' } }, token)

const grant = (id: number, token = admin) => server.request(contract.grantPhoneLine, { params: { id } }, token)
/** The views that the SIP proxy reads: the company that a number rings, and the number that a dispatcher shows. */
const proxyRings = async (dialled: string) => {
  const { rows } = await sql`select company_id from sip_lines where dialled = ${dialled}`.execute(server.db)
  return rows
}
const shown = async () => {
  const { rows } = await sql<{ line: string | null }>`
    select line from sip_subscribers where user_id = ${String(dispatcherId)}`.execute(server.db)
  return rows[0]?.line
}

test('a number that a company requests rings and is shown only after the platform granted it', async () => {
  await server.request(readOwnMeta, {}, dispatcher)
  // The view compares sessions with the database's clock, not with the test's.
  await server.db
    .updateTable('access_tokens')
    .set({ expires_at: new Date('9999-01-01') })
    .execute()
  const line = (await add('0268 401 402')).reply.data
  const expected = { id: expect.any(Number), company_id: companyId, number: '+40268401402', name: 'Numărul mare' }
  expect(line).toEqual({ ...expected, verified_at: null })
  expect(await phoneDirectory.companyOfLine('+40268401402')).toBeNull()
  expect([await proxyRings('+40268401402'), await shown()]).toEqual([[], null])
  const twice = await add('+40268401402')
  expect([twice.status, twice.body.errors]).toEqual([422, { number: ['Numărul este deja în listă'] }])

  const list = (token: string) => server.request(contract.listRequestedLines, {}, token)
  expect((await list(manager)).status).toBe(403)
  expect((await list(admin)).reply.data).toMatchObject([{ id: line.id, company_id: companyId }])
  expect((await grant(line.id, manager)).status).toBe(403)
  expect((await grant(line.id)).reply.data.verified_at).not.toBeNull()
  expect(await phoneDirectory.companyOfLine('+40268401402')).toBe(companyId)
  expect(await proxyRings('+40268401402')).toEqual([{ company_id: String(companyId) }])
  expect(await shown()).toBe('+40268401402')

  const params = { id: line.id }
  await server.request(contract.renamePhoneLine, { params, body: { name: 'Scurt' } }, manager)
  expect((await telephone()).lines).toMatchObject([{ ...expected, name: 'Scurt' }])
  expect((await server.request(contract.deletePhoneLine, { params }, manager)).status).toBe(200)
  expect(await phoneDirectory.companyOfLine('+40268401402')).toBeNull()
  const query = { entity: 'phone_line', entity_id: line.id }
  const { data } = (await server.request(listChanges, { query }, manager)).reply
  expect(data.map(({ action }) => action)).toEqual(['deleted', 'changed', 'changed', 'created'])
  expect((await add('12')).status).toBe(422)
  expect((await add('0268401403', dispatcher)).status).toBe(403)
})

test('a number in the sign-up form does not ring', async () => {
  await server.db.updateTable('companies').set({ phone: '+40268401404' }).where('id', '=', companyId).execute()
  expect(await phoneDirectory.companyOfLine('+40268401404')).toBeNull()
})

test('a number that another company requested is granted to its owner, and then to no other company', async () => {
  const { companyId: otherId } = await aCompany(server)
  const other = await aUser(server, { roles: ['company_admin'], companyIds: [otherId] })
  const first = (await add('+40268401405', await server.logIn(other.email))).reply.data
  const owner = (await add('+40268401405')).reply.data
  expect((await grant(owner.id)).status).toBe(200)
  expect(await phoneDirectory.companyOfLine('+40268401405')).toBe(companyId)
  const refused = await grant(first.id)
  expect([refused.status, refused.body.errors]).toEqual([422, { number: ['Numărul sună deja la o companie'] }])
  const body = { company_id: otherId, number: '+40268401405' }
  expect((await server.request(contract.createPhoneLine, { body }, admin)).status).toBe(422)
  expect(await phoneDirectory.companyOfLine('+40268401405')).toBe(companyId)
})

test('the same number is granted to two companies at once: one gets it', async () => {
  const { companyId: otherId } = await aCompany(server)
  const ids = [companyId, otherId]
  const replies = await Promise.all(
    ids.map((company_id) =>
      server.request(contract.createPhoneLine, { body: { company_id, number: '+40268401406' } }, admin),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
})

test('a company can have at most 20 open requests for numbers', async () => {
  const { companyId: otherId } = await aCompany(server)
  const other = await aUser(server, { roles: ['company_admin'], companyIds: [otherId] })
  const token = await server.logIn(other.email)
  for (let no = 10; no < 30; no++) expect((await add(`+402684020${no}`, token)).status).toBe(201)
  expect((await add('+40268402030', token)).body.errors).toEqual({ number: ['Așteptați aprobarea numerelor cerute'] })
})

test('a new password is shown once; the exchange accepts it alone, and the audit log never contains it', async () => {
  const own = async () => {
    const { data } = (await server.request(readOwnMeta, {}, dispatcher)).reply
    return data.find(({ key }) => key === 'sipPassword')?.value
  }
  const before = await own()
  const params = { id: dispatcherId }
  const socket = await server.socket(dispatcher)
  const { data: renewed } = (await server.request(contract.renewSipPassword, { params }, manager)).reply
  await socket.waitForEvent('telephone_renewed')
  expect(renewed.sip_url).toBe(`sip:${1000 + dispatcherId}@dispecerat.local`)
  expect(renewed.password).not.toBe(before)
  expect((await phoneDirectory.account(String(1000 + dispatcherId)))?.password).toBe(renewed.password)
  expect(await own()).toBe(renewed.password)
  const entries = await server.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'telephone_renewed')
    .execute()
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries)).not.toContain(renewed.password)
  expect(
    (await server.request(contract.renewSipPassword, { params: { id: fixture.driver.driverId } }, manager)).status,
  ).toBe(404)
  expect((await server.request(contract.renewSipPassword, { params }, rival)).status).toBe(403)
})

test('a company’s administrator cannot change the telephone of a user above them', async () => {
  const above = await aUser(server, { roles: ['admin', 'dispatcher'], companyIds: [companyId] })
  const input = { params: { id: above.userId } }
  expect((await server.request(contract.renewSipPassword, input, manager)).body.code).toBe('user.not_yours_to_edit')
  expect((await server.request(contract.renewSipPassword, input, fixture.admin)).status).toBe(200)
})

test('every dispatcher is listed, with the extension once there is one', async () => {
  await server.request(reportActivity, { body: { isOnline: true } }, dispatcher)
  const { accounts, has_exchange, test_number } = await telephone()
  expect(accounts.find(({ user_id }) => user_id === dispatcherId)).toMatchObject({
    extension: String(1000 + dispatcherId),
    is_talking: false,
  })
  expect(accounts.some(({ extension }) => extension === null)).toBe(true)
  expect([has_exchange, test_number]).toEqual([true, '+40000000001'])
})
