import { finishTrip } from '@dispecerat/contract/dispatch/driver'
import { deleteSavedAddress, listSavedAddresses } from '@dispecerat/contract/geography/addresses'
import { logIn, whoAmI } from '@dispecerat/contract/identity/accounts'
import { listChanges } from '@dispecerat/contract/office/changes'
import { readPerson } from '@dispecerat/contract/office/people'
import { erasePersonalData, exportPersonalData } from '@dispecerat/contract/office/personal-data'
import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { searchOrders } from '@dispecerat/contract/orders/order-search'
import { cancelOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { asId, type CompanyId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { passwordMatches } from '../../identity/accounts/accounts.public.ts'
import { aPhone, createFixture, type Fixture } from '../../orders/testing/order-fixture.ts'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { aCompany, aDriver, aUser } from '../../testing/builders.ts'
import { rowsOfAccount } from '../../testing/tenants/rows-of-account.ts'
import { eraseClient } from './erase-client.ts'

const NAME = 'Ionela Canaru'

/** A client with a finished trip, a recorded call, an address, a message, an SMS and a lost item. */
async function aKnownClient(
  fixture: Fixture,
): Promise<{ clientId: UserId; phone: string; orderId: OrderId; files: string[] }> {
  const { server, companyId } = fixture
  const { db } = server
  const phone = aPhone()
  const { id: orderId } = await fixture.place({ client_phone: phone, client_name: NAME })
  await fixture.assign(asId<OrderId>(orderId))
  await db.updateTable('orders').set({ trip_state: 'started' }).where('id', '=', asId<OrderId>(orderId)).execute()
  const body = { cost: 23.5 }
  expect((await server.request(finishTrip, { params: { id: orderId }, body }, fixture.driverToken)).status).toBe(200)
  const { id: clientId } = await db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  const at = server.clock.now()
  const call = {
    company_id: companyId,
    phone,
    order_id: asId<OrderId>(orderId),
    state: 'ended' as const,
    rang_at: at,
    ended_at: at,
  }
  const { id: callId } = await db.insertInto('calls').values(call).returning('id').executeTakeFirstOrThrow()
  const sound = { call_id: callId, file: 'suna.wav', seconds: 3, bytes: 10, mime: 'audio/wav', recorded_at: at }
  await db.insertInto('call_recordings').values(sound).execute()
  const message = { company_id: companyId, receiver_id: clientId, message: `Bună, ${NAME}`, created_at: at }
  await db.insertInto('messages').values(message).execute()
  const outboundMessage = {
    company_id: companyId,
    kind: 'sms' as const,
    recipient: phone,
    text: NAME,
    due_at: at,
    created_at: at,
  }
  await db.insertInto('outbox').values(outboundMessage).execute()
  const incident = { company_id: companyId, type: 'lost_item' as const, text: 'Umbrelă uitată', created_at: at }
  await db
    .insertInto('incidents')
    .values([
      { ...incident, client_id: clientId, address: 'Piața Sfatului 1', lat: 45.64267, long: 25.58872 },
      { ...incident, order_id: asId<OrderId>(orderId), address: 'Piața Sfatului 2', lat: 45.64268, long: 25.58873 },
    ])
    .execute()
  return { clientId, phone, orderId: asId<OrderId>(orderId), files: ['suna.wav'] }
}

/** The tables that still hold one of the texts. */
async function tablesWith(fixture: Fixture, texts: readonly string[]): Promise<string[]> {
  const { db } = fixture.server
  const tables = [
    'orders',
    'order_places',
    'order_texts',
    'order_history',
    'calls',
    'call_recordings',
    'saved_addresses',
    'incidents',
  ]
  const more = ['messages', 'outbox', 'company_clients', 'users', 'audit_log', 'client_erasures', 'idempotency_keys']
  const found: string[] = []
  for (const table of [...tables, ...more] as 'orders'[]) {
    const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute())
    if (texts.some((text) => rows.includes(text))) found.push(table)
  }
  return found
}

/** Broken invariants. The fixture's trip breaks some, because it was started without a time. */
const brokenRules = async ({ server }: Fixture) =>
  (await checkInvariants(server.db, server.clock.now())).map(({ rule }) => rule)

const erase = (fixture: Fixture, id: number, token = fixture.manager, body = {}) =>
  fixture.server.request(erasePersonalData, { params: { id }, body }, token)

test('an erased client is in no row; the order keeps its cost and its driver', async () => {
  await using fixture = await createFixture()
  const { clientId, phone, orderId } = await aKnownClient(fixture)
  const tail = phone.slice(-9)
  expect(await tablesWith(fixture, [NAME, tail])).toContain('orders')
  const before = await brokenRules(fixture)
  const params = { phoneOrUserId: phone }
  const [address] = (await fixture.server.request(listSavedAddresses, { params }, fixture.dispatcher)).reply
  await fixture.server.request(deleteSavedAddress, { params: { id: address?.id ?? 0 } }, fixture.dispatcher)
  const entries = fixture.server.db.selectFrom('audit_log').select('action').where('entity', '=', 'saved_address')
  expect(await entries.execute()).toEqual([{ action: 'deleted' }])

  const { data } = (await erase(fixture, clientId, fixture.manager, { reason: 'Cererea 12' })).reply
  expect(data.is_whole).toBe(true)
  expect(data.removed).toMatchObject({ orders: 1, calls: 1, recordings: 1, addresses: 2, messages: 1 })
  expect(await tablesWith(fixture, [NAME, tail, 'Piața Sfatului', 'suna.wav'])).toEqual([])
  expect(await entries.execute()).toEqual([{ action: 'deleted' }])

  const order = (await fixture.server.request(readOrder, { params: { id: orderId } }, fixture.dispatcher)).reply.data
  expect(order).toMatchObject({ client_phone: null, client_name: null, cost: 23.5, state: 'finished' })
  expect(order.places.map(({ name }) => name)).toEqual(['Adresă ștearsă', 'Adresă ștearsă'])
  expect(order.driver?.id).toBe(fixture.driver.driverId)
  const found = await fixture.server.request(searchOrders, { body: { by: 'phone', term: tail } }, fixture.dispatcher)
  expect(found.reply.data).toEqual([])
  expect(await brokenRules(fixture)).toEqual(before)
  expect((await erase(fixture, clientId)).body.code).toBe('user.unknown')
})

test('the fact of the erasure stays, with a slow hash of the phone', async () => {
  await using fixture = await createFixture()
  const { clientId, phone } = await aKnownClient(fixture)
  await erase(fixture, clientId, fixture.manager, { reason: 'Cererea 12' })
  const erasure = await fixture.server.db.selectFrom('client_erasures').selectAll().executeTakeFirstOrThrow()
  expect(await passwordMatches(erasure.phone_hash, phone)).toBe(true)
  expect(await passwordMatches(erasure.phone_hash, aPhone())).toBe(false)
  const query = { entity: 'client', entity_id: clientId }
  const { data } = (await fixture.server.request(listChanges, { query }, fixture.manager)).reply
  expect(data[0]).toMatchObject({ action: 'erased', user: { id: erasure.erased_by } })
  expect(data[0]?.fields).toContainEqual({ field: 'reason', before: null, after: 'Cererea 12' })
})

test('a client with an open order or call cannot be erased', async () => {
  await using fixture = await createFixture()
  const { clientId, phone } = await aKnownClient(fixture)
  const { id } = await fixture.place({ client_phone: phone })
  const refused = await erase(fixture, clientId)
  expect([refused.status, refused.body.code]).toEqual([409, 'client.has_open_order'])
  await fixture.server.db.deleteFrom('orders').where('id', '=', asId<OrderId>(id)).execute()
  const call = { company_id: fixture.companyId, phone, rang_at: fixture.server.clock.now() }
  await fixture.server.db.insertInto('calls').values(call).execute()
  expect((await erase(fixture, clientId)).body.code).toBe('client.has_open_order')
  expect(await tablesWith(fixture, [NAME])).toContain('orders')
})

test('a company erases a client of two companies in its own rows only; the other’s stay', async () => {
  await using fixture = await createFixture()
  const { db, clock } = fixture.server
  const { clientId, orderId } = await aKnownClient(fixture)
  const other = await db
    .selectFrom('companies')
    .select('id')
    .where('id', '<>', fixture.companyId)
    .executeTakeFirstOrThrow()
  const theirs = { company_id: other.id, user_id: clientId, name: 'Doamna Ionela', created_at: clock.now() }
  await db.insertInto('company_clients').values(theirs).execute()
  expect((await erase(fixture, clientId)).reply.data.is_whole).toBe(true)
  const user = await db.selectFrom('users').selectAll().where('id', '=', clientId).executeTakeFirstOrThrow()
  expect([user.phone === null, user.deleted_at]).toEqual([false, null])
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect([order.client_id, order.client_phone]).toEqual([null, null])
  expect((await erase(fixture, clientId)).status).toBe(404)
  expect((await erase(fixture, clientId, fixture.admin)).reply.data.is_whole).toBe(true)
})

test('only administrators can erase and export, only clients, and only of their own companies', async () => {
  await using fixture = await createFixture()
  const { clientId } = await aKnownClient(fixture)
  expect((await erase(fixture, clientId, fixture.dispatcher)).status).toBe(403)
  expect((await erase(fixture, fixture.driver.driverId, fixture.admin)).body.code).toBe('user.unknown')
  const otherTenant = await createOtherTenantFixture(fixture)
  expect((await erase(fixture, clientId, otherTenant)).status).toBe(404)
  const request = { params: { id: clientId }, body: {} }
  expect((await fixture.server.request(exportPersonalData, request, otherTenant)).status).toBe(404)
  expect((await fixture.server.request(exportPersonalData, request, fixture.dispatcher)).status).toBe(403)
})

async function createOtherTenantFixture({ server }: Fixture): Promise<string> {
  const { companyId } = await aCompany(server)
  return server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
}

test('an export has all data, as JSON and as PDF, and is recorded in the audit log', async () => {
  await using fixture = await createFixture()
  const { clientId, phone } = await aKnownClient(fixture)
  const { db, clock } = fixture.server
  const texts = JSON.stringify([{ url: 'termeni', version: 2 }])
  const agreed = { kind: 'sign_up' as const, wording: 'Sunt de acord', texts, ip: '10.0.0.7', given_at: clock.now() }
  await db
    .insertInto('consents')
    .values({ user_id: clientId, company_id: fixture.companyId, ...agreed })
    .execute()
  const exportAs = (format: 'json' | 'pdf') =>
    fixture.server.request(exportPersonalData, { params: { id: clientId }, body: { format } }, fixture.manager)
  const data = (await exportAs('json')).body as Record<string, unknown[]>
  expect(data.client).toMatchObject({ phone })
  expect(data.orders).toMatchObject([{ name: NAME, cost_ron: 23.5, places: [{ name: 'Piața Sfatului 1' }, {}] }])
  expect(data.calls).toMatchObject([{ direction: 'in', is_recorded: true }])
  expect([data.addresses?.length, data.messages?.length, data.letters?.length]).toEqual([2, 1, 1])
  expect(data.incidents).toMatchObject([{ address: 'Piața Sfatului 1' }, { address: 'Piața Sfatului 2' }])
  expect(data.consents).toMatchObject([{ wording: 'Sunt de acord', texts: 'termeni v2', from: '10.0.0.7' }])
  const pdf = await exportAs('pdf')
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(String(pdf.body.file).startsWith('%PDF-')).toBe(true)
  const query = { entity: 'client', entity_id: clientId }
  const changes = (await fixture.server.request(listChanges, { query }, fixture.manager)).reply.data
  expect(changes.filter(({ action }) => action === 'exported')).toHaveLength(2)
})

test('the recordings of the client’s calls are deleted after the rows', async () => {
  await using fixture = await createFixture()
  const { clientId, files } = await aKnownClient(fixture)
  const removed: string[] = []
  const bin = { remove: async (file: string) => void removed.push(file), removeCall: async () => {} }
  const administrator = { ...fixture.actor, roles: ['company_admin' as const] }
  await eraseClient(fixture.server, administrator, { clientId, reason: undefined, bin })
  expect(removed).toEqual(files)
})

test('an erased user cannot log in', async () => {
  await using fixture = await createFixture()
  const { clientId } = await aKnownClient(fixture)
  await fixture.server.db.updateTable('users').set({ email: 'ionela@proba.ro' }).where('id', '=', clientId).execute()
  await erase(fixture, clientId)
  const answer = await fixture.server.request(logIn, { body: { email: 'ionela@proba.ro', password: 'orice parolă' } })
  expect(answer.body.code).toBe('account.bad_credentials')
})

/** A driver of company `of` who is also a client of the fixture's company, with an order and a message. */
async function aDriverWhoOrders(fixture: Fixture, of: number) {
  const { driverId, email } = await aDriver(fixture.server, { companyId: asId<CompanyId>(of) })
  const { db, clock } = fixture.server
  const { phone } = await db.selectFrom('users').select('phone').where('id', '=', driverId).executeTakeFirstOrThrow()
  const { id: orderId } = await fixture.place({ client_phone: phone ?? '', client_name: NAME })
  const params = { id: orderId }
  expect((await fixture.server.request(cancelOrder, { params, body: {} }, fixture.dispatcher)).status).toBe(200)
  const message = {
    company_id: asId<CompanyId>(of),
    receiver_id: driverId,
    message: 'Treci pe la sediu',
    created_at: clock.now(),
  }
  await db.insertInto('messages').values(message).execute()
  return { driverId, email, phone: phone ?? '', orderId }
}

test('a client who drives for another company is erased as a client: account, conversations and audit entries there stay', async () => {
  await using fixture = await createFixture()
  const { server, manager } = fixture
  const { companyId: employerId } = await aCompany(server)
  const { driverId, email, phone, orderId } = await aDriverWhoOrders(fixture, employerId)
  const account = () => rowsOfAccount(server, driverId, employerId)
  const before = await account()
  const pure = await aKnownClient(fixture)
  await erase(fixture, pure.clientId)
  const { status, reply } = await erase(fixture, driverId)
  expect([status, reply.data.is_whole, reply.data.removed.orders, reply.data.removed.messages]).toEqual([
    200,
    true,
    1,
    0,
  ])
  expect(await account()).toEqual(before)
  const order = await server.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', asId<OrderId>(orderId))
    .executeTakeFirstOrThrow()
  expect([order.client_id, order.client_phone]).toEqual([null, null])
  expect((await server.request(readPerson, { params: { id: driverId } }, manager)).status).toBe(404)
  const own = await server.request(exportPersonalData, { params: { id: driverId }, body: {} }, manager)
  expect([own.status, own.body.code]).toEqual([404, 'user.unknown'])
  const found = (await server.request(lookUpClient, { body: { phone } }, fixture.dispatcher)).reply.data
  expect(found).toMatchObject({ id: null, orders_count: 0 })
  expect((await server.request(whoAmI, {}, await server.logIn(email))).reply.data.id).toBe(driverId)
})

test('the export of a client who works elsewhere has the requesting company’s data only', async () => {
  await using fixture = await createFixture()
  const { server, manager } = fixture
  const { companyId: employerId } = await aCompany(server)
  const { driverId, email } = await aDriverWhoOrders(fixture, employerId)
  await server.db.updateTable('users').set({ name: 'Numele Lui' }).where('id', '=', driverId).execute()
  const { body } = await server.request(exportPersonalData, { params: { id: driverId }, body: {} }, manager)
  expect(body.client).toMatchObject({ name: NAME, email: null })
  const text = JSON.stringify(body)
  for (const secret of ['Numele Lui', email, 'Treci pe la sediu']) expect(text).not.toContain(secret)
})

test('a colleague is erased as a client of the company and stays a colleague', async () => {
  await using fixture = await createFixture()
  const { server, companyId, manager } = fixture
  const { driverId } = await aDriverWhoOrders(fixture, companyId)
  const { reply } = await erase(fixture, driverId)
  expect(reply.data.removed).toMatchObject({ orders: 1, messages: 0 })
  const { data } = (await server.request(readPerson, { params: { id: driverId } }, manager)).reply
  expect(data).toMatchObject({ roles: ['driver'], about: null, state: 'active' })
  const messages = await server.db
    .selectFrom('messages')
    .select('message')
    .where('receiver_id', '=', driverId)
    .execute()
  expect(messages).toEqual([{ message: 'Treci pe la sediu' }])
})
