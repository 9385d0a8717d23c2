import { lookUpClient } from '@dispecerat/contract/orders/clients'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDispatcher, aUser } from '../../testing/builders.ts'
import { aPhone, createFixture, type Fixture, type Input, SQUARE, STATION } from '../testing/order-fixture.ts'

let fixture: Fixture
let phone: string
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => {
  phone = aPhone()
})
afterAll(() => fixture.server.stop())

async function order(token: string, input: Input = {}) {
  const body = { client_phone: phone, places: [SQUARE], ...input }
  return (await fixture.server.request(contract.createOrder, { body }, token)).reply.data
}

async function lookUp(token: string) {
  return (await fixture.server.request(lookUpClient, { body: { phone } }, token)).reply.data
}

/** All rows stored for the phone. */
async function storedRows() {
  const { db } = fixture.server
  const users = await db.selectFrom('users').selectAll().where('phone', '=', phone).execute()
  const ids = users.map(({ id }) => id)
  const roles = await db.selectFrom('user_roles').selectAll().where('user_id', 'in', ids).execute()
  const companies = await db.selectFrom('user_companies').selectAll().where('user_id', 'in', ids).execute()
  return { users, roles, companies }
}

describe('a phone that another company knows', () => {
  test('is unknown here: neither name, notes, addresses nor counts are shown, and none of them changes', async () => {
    await order(fixture.dispatcher, { name: 'Dna. Ana', about_client: 'Etajul 3', places: [STATION] })
    const before = [await lookUp(fixture.dispatcher), await storedRows()]
    expect(await lookUp(fixture.rival)).toMatchObject({
      id: null,
      name: null,
      about: null,
      addresses: [],
      orders_count: 0,
    })

    const first = await order(fixture.rival)
    const nobody = { name: null, client_name: null, about_client: null }
    expect(first).toMatchObject({ ...nobody, client: { name: null, about: null, phone, protocol_parent_user: null } })
    await order(fixture.rival, { name: 'Ana P.', about_client: 'Plătește greu' })
    expect(await lookUp(fixture.rival)).toMatchObject({ name: 'Ana P.', about: 'Plătește greu', orders_count: 2 })
    expect((await lookUp(fixture.rival)).addresses.map(({ name }) => name)).toEqual([SQUARE.name])
    expect([await lookUp(fixture.dispatcher), await storedRows()]).toEqual(before)
  })

  test('has a name and notes in each company, however they are edited', async () => {
    const ours = await order(fixture.dispatcher, { name: 'Dna. Ana', about_client: 'Etajul 3' })
    const theirs = await order(fixture.rival, { name: 'Ana P.' })
    expect(theirs.client_id).toBe(ours.client_id)
    const { server, rival } = fixture
    const params = { id: theirs.id }
    await server.request(contract.updateName, { params, body: { name: 'Ana Pop', about: 'Bagaje' } }, rival)
    expect(await lookUp(rival)).toMatchObject({ name: 'Ana Pop', about: 'Bagaje' })
    await server.request(contract.editOrder, { params, body: { about_client: 'Un bagaj' } }, rival)
    const { reply } = await server.request(contract.readOrder, { params }, rival)
    expect(reply.data.client).toMatchObject({ name: 'Ana Pop', about: 'Un bagaj' })
    expect((await fixture.read(asId<OrderId>(ours.id))).client).toMatchObject({ name: 'Dna. Ana', about: 'Etajul 3' })
    expect((await order(fixture.dispatcher)).name).toBe('Dna. Ana')
  })

  test('ordered for in both companies at once is one user and a client of each', async () => {
    const tokens = [fixture.dispatcher, fixture.rival, fixture.dispatcher, fixture.rival]
    const orders = await Promise.all(tokens.map((token) => order(token)))
    expect(new Set(orders.map(({ client_id }) => client_id)).size).toBe(1)
    const known = fixture.server.db.selectFrom('company_clients').select('company_id')
    expect(await known.where('user_id', '=', asId<UserId>(orders[0]?.client_id ?? 0)).execute()).toHaveLength(2)
  })

  test('a draft placed later reveals nothing either', async () => {
    await order(fixture.dispatcher, { name: 'Dna. Ana', about_client: 'Etajul 3' })
    const { id } = await order(fixture.rival, { draft: true })
    const request = { params: { id }, body: { state: 'created' as const } }
    const { reply } = await fixture.server.request(contract.editOrder, request, fixture.rival)
    expect(reply.data).toMatchObject({ state: 'created', name: null, about_client: null, client: { name: null } })
  })
})

describe('the phone of a user with an account', () => {
  test("becomes a client's: the account keeps its role and its company, and its data is not shown", async () => {
    const { server, companyId } = fixture
    const { userId, email } = await aDispatcher(server, { companyId })
    await server.db.updateTable('users').set({ phone, name: 'Dana Rivală' }).where('id', '=', userId).execute()
    const before = await storedRows()
    const placed = await order(fixture.rival, { name: 'Dana', about_client: 'Taxi acasă' })
    expect(placed).toMatchObject({ client_id: userId, name: 'Dana', client: { name: 'Dana', about: 'Taxi acasă' } })
    expect(await storedRows()).toEqual(before)

    const own = await server.logIn(email)
    expect((await server.request(contract.readOrder, { params: { id: placed.id } }, own)).status).toBe(404)
    expect((await lookUp(own)).id).toBeNull()
  })

  test('stays deleted when it was', async () => {
    const { userId } = await aUser(fixture.server, { roles: ['client'], name: 'Ion Plecat' })
    const deleted_at = fixture.server.clock.now()
    await fixture.server.db.updateTable('users').set({ phone, deleted_at }).where('id', '=', userId).execute()
    const before = await storedRows()
    const placed = await order(fixture.dispatcher, { name: 'Ion' })
    expect(placed.client).toMatchObject({ name: 'Ion' })
    expect((await order(fixture.dispatcher)).name).toBe('Ion')
    expect(await storedRows()).toEqual(before)
  })
})

test("a partner who drives sees what is written on the order, not the company's data on its client", async () => {
  const { server } = fixture
  const { id } = await order(fixture.dispatcher, { name: 'Dna. Ana', about_client: 'Etajul 3' })
  const rival = await server.db
    .selectFrom('companies')
    .select('id')
    .where('id', '<>', fixture.companyId)
    .executeTakeFirstOrThrow()
  await server.db
    .updateTable('orders')
    .set({ processed_by_company_id: rival.id })
    .where('id', '=', asId<OrderId>(id))
    .execute()
  const { reply } = await server.request(contract.readOrder, { params: { id } }, fixture.rival)
  expect(reply.data).toMatchObject({ id, name: 'Dna. Ana', phone, client: null })
})
