import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { lookUpClient, noteClient } from '@dispecerat/contract/orders/clients'
import { blockPhone, listBlockedPhones, unblockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { asId, type CompanyId, NO_USER, type UserId } from '@dispecerat/domain/kernel/ids'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderTables } from '../../platform/db/tables/orders/orders.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aClient, aCompany, aDispatcher, anOrder, aUser } from '../../testing/builders.ts'

let server: TestServer
let mine: CompanyId
let theirs: CompanyId
let dispatcher: string
let rival: string
let numbers = 0
let phone: string

beforeAll(async () => {
  server = await aServer({ at: '2026-03-01T10:00:00Z' })
})
beforeEach(async () => {
  server.clock.set('2026-03-01T10:00:00Z')
  mine = (await aCompany(server)).companyId
  theirs = (await aCompany(server)).companyId
  dispatcher = await server.logIn((await aDispatcher(server, { companyId: mine })).email)
  rival = await server.logIn((await aDispatcher(server, { companyId: theirs })).email)
  numbers += 1
  phone = `+4074${String(numbers).padStart(7, '0')}`
})
afterAll(() => server.stop())

async function lookUp(token: string, typed = phone) {
  return (await server.request(lookUpClient, { body: { phone: typed } }, token)).reply.data
}

async function note(token: string, about: string) {
  return (await server.request(noteClient, { params: { phone }, body: { about } }, token)).reply.data
}

/** An order of the phone, `minutesAgo` before now. */
async function ordered(companyId: CompanyId, minutesAgo: number, set: Partial<Insertable<OrderTables['orders']>> = {}) {
  const { orderId } = await anOrder(server, { companyId })
  const placed_at = new Date(server.clock.now().getTime() - minutesAgo * 60_000)
  await server.db
    .updateTable('orders')
    .set({ client_phone: phone, placed_at, ...set })
    .where('id', '=', orderId)
    .execute()
  return orderId
}

const CANCELED = { state: 'canceled', cancellation_reason_type: 'client_canceled' } as const

async function saved(companyId: CompanyId, name: string, useCount: number) {
  const lat_e5 = 4_564_000 + useCount
  await server.db
    .insertInto('saved_addresses')
    .values({
      company_id: companyId,
      phone,
      name,
      lat: lat_e5 / 1e5,
      long: 25.5,
      lat_e5,
      long_e5: 2_550_000,
      use_count: useCount,
      last_used_at: server.clock.now(),
    })
    .execute()
}

describe('looking up a caller', () => {
  test('an unknown phone has no id and no data', async () => {
    expect(await lookUp(dispatcher)).toEqual({
      id: null,
      phone,
      name: null,
      about: null,
      protocol_parent_user: null,
      is_blocked: false,
      blocked_reason: null,
      orders_count: 0,
      canceled_count: 0,
      no_shows_count: 0,
      last_order_at: null,
      open_order: null,
      addresses: [],
    })
    const wrong = await server.request(lookUpClient, { body: { phone: '12' } }, dispatcher)
    expect([wrong.status, wrong.body.errors]).toEqual([422, { phone: ['Număr de telefon invalid'] }])
  })

  test('a known caller has counts, the order they probably call about and the notes, in any spelling of the phone', async () => {
    const { id } = await note(dispatcher, 'Are cățel mic')
    await ordered(mine, 300, CANCELED)
    await ordered(mine, 200, CANCELED)
    const open = await ordered(mine, 90, { address: 'Strada Lungă 12', state: 'pending' })
    await ordered(mine, 45, { ...CANCELED, deleted_at: server.clock.now() })
    await ordered(mine, 0, { state: 'new', placed_at: null })

    expect(await lookUp(dispatcher, phone.replace('+40', '0'))).toMatchObject({
      id,
      about: 'Are cățel mic',
      orders_count: 3,
      canceled_count: 2,
      no_shows_count: 0,
      last_order_at: '2026-03-01 08:30:00',
      open_order: { id: open, state: 'pending', trip_state: null, address: 'Strada Lungă 12', car_indicativ: null },
    })
  })

  test('the twelve most used addresses are listed, the most used first', async () => {
    for (let uses = 1; uses <= 14; uses++) await saved(mine, `Adresa ${uses}`, uses)
    await saved(theirs, 'Adresa altora', 99)
    const { addresses } = await lookUp(dispatcher)
    expect(addresses.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, i) => `Adresa ${14 - i}`))
    expect(addresses[0]).toMatchObject({ bloc: null, scara: null })
  })

  test('another company’s data about the phone is not shown', async () => {
    await note(rival, 'Nu plătește')
    await ordered(theirs, 10)
    await server.request(blockPhone, { body: { phone, reason: 'Glume' } }, rival)
    expect(await lookUp(dispatcher)).toMatchObject({
      id: null,
      about: null,
      is_blocked: false,
      orders_count: 0,
      last_order_at: null,
      open_order: null,
    })
    const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
    expect(await lookUp(admin)).toMatchObject({ about: 'Nu plătește', is_blocked: true, orders_count: 1 })
  })

  test('a protocol client has the account while its contract runs', async () => {
    const { id } = await note(dispatcher, 'Hotel')
    const account = await aUser(server, { roles: ['company'], companyIds: [mine], name: 'Hotel Tâmpa' })
    await server.db
      .insertInto('protocol_companies')
      .values({ user_id: account.userId, company_id: mine, contract_until: '2026-03-01' })
      .execute()
    await note(rival, 'Hotel')
    await server.db
      .updateTable('company_clients')
      .set({ protocol_parent_user_id: account.userId })
      .where('user_id', '=', asId<UserId>(id) ?? NO_USER)
      .execute()
    server.clock.set('2026-03-01T21:59:59Z')
    expect((await lookUp(dispatcher)).protocol_parent_user).toEqual({ id: account.userId, name: 'Hotel Tâmpa' })
    expect((await lookUp(rival)).protocol_parent_user).toBeNull()
    server.clock.set('2026-03-01T22:00:01Z')
    expect((await lookUp(dispatcher)).protocol_parent_user).toBeNull()
  })
})

describe('notes about a client', () => {
  test('an unknown phone becomes a client of the dispatcher’s company; empty notes are removed', async () => {
    const { id, about } = await note(dispatcher, '  Intrarea prin spate ')
    expect(about).toBe('Intrarea prin spate')
    expect(await lookUp(dispatcher)).toMatchObject({ id, about: 'Intrarea prin spate', name: null })
    expect(await note(dispatcher, ' ')).toEqual({ id, about: null })
    expect((await lookUp(dispatcher)).about).toBeNull()
  })

  test('two dispatchers who note the same new phone at once create one client', async () => {
    const both = await Promise.all([note(dispatcher, 'Prima'), note(dispatcher, 'A doua')])
    expect(both[0].id).toBe(both[1].id)
  })

  test('the client of two companies has two names and two notes', async () => {
    await aClient(server, { companyIds: [mine], phone, name: 'Dna. Ana', about: 'Etajul 3' })
    expect(await lookUp(rival)).toMatchObject({ id: null, name: null, about: null })
    await note(rival, 'Plătește greu')
    await server.db.updateTable('company_clients').set({ name: 'Ana P.' }).where('company_id', '=', theirs).execute()
    expect(await lookUp(dispatcher)).toMatchObject({ name: 'Dna. Ana', about: 'Etajul 3' })
    expect(await lookUp(rival)).toMatchObject({ name: 'Ana P.', about: 'Plătește greu' })
    await note(rival, '')
    expect(await lookUp(dispatcher)).toMatchObject({ name: 'Dna. Ana', about: 'Etajul 3' })
  })

  test('a user of several companies writes notes for the one that has the phone, or for the first one', async () => {
    const admin = await server.logIn((await aUser(server, { roles: ['admin'], companyIds: [mine] })).email)
    await note(rival, 'Etajul 2')
    await note(admin, 'Etajul 3')
    expect([(await lookUp(rival)).about, (await lookUp(dispatcher)).id]).toEqual(['Etajul 3', null])
    const lonely = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
    const input = { params: { phone: '+40749999999' }, body: { about: 'x' } }
    expect(await server.request(noteClient, input, lonely)).toMatchObject({
      status: 404,
      body: { code: 'company.unknown' },
    })
  })

  test('a colleague of another company is a client like any other, and their account is unchanged', async () => {
    const { userId, email } = await aUser(server, { roles: ['dispatcher'], companyIds: [theirs], name: 'Dana Rivală' })
    await server.db.updateTable('users').set({ phone }).where('id', '=', userId).execute()
    expect((await note(dispatcher, 'Coleg')).id).toBe(userId)
    expect(await lookUp(dispatcher)).toMatchObject({ id: userId, name: null, about: 'Coleg' })
    const { data } = (await server.request(whoAmI, {}, await server.logIn(email))).reply
    expect(data).toMatchObject({ name: 'Dana Rivală', roles: ['dispatcher'], companies: [{ id: theirs }] })
  })

  test('a note does not restore a deleted account', async () => {
    const { userId } = await aUser(server, { roles: ['dispatcher'], companyIds: [theirs] })
    const deleted_at = server.clock.now()
    await server.db.updateTable('users').set({ phone, deleted_at }).where('id', '=', userId).execute()
    await note(dispatcher, 'A plecat')
    const user = server.db.selectFrom('users').select('deleted_at').where('id', '=', userId)
    expect(await user.executeTakeFirst()).toEqual({ deleted_at })
  })
})

describe('blocked phones', () => {
  test('a phone is blocked once, shown with its reason, and the company’s consoles are notified', async () => {
    const console = await server.socket(dispatcher)
    const { status, reply } = await server.request(
      blockPhone,
      { body: { phone, reason: 'Apeluri de glumă' } },
      dispatcher,
    )
    expect(status).toBe(201)
    expect(reply.data).toMatchObject({ phone, reason: 'Apeluri de glumă', created_at: '2026-03-01 10:00:00' })
    await console.waitForEvent('blocked_phones_changed')
    expect(await lookUp(dispatcher)).toMatchObject({ id: null, is_blocked: true, blocked_reason: 'Apeluri de glumă' })

    const again = await server.request(blockPhone, { body: { phone, reason: 'Iar' } }, dispatcher)
    expect([again.status, again.body.errors]).toEqual([422, { phone: ['Numărul este deja blocat'] }])
    expect((await server.request(blockPhone, { body: { phone, reason: 'La noi' } }, rival)).status).toBe(201)
    const bare = await server.request(blockPhone, { body: { phone, reason: ' ' } }, dispatcher)
    expect(bare.body.errors).toEqual({ phone: ['Numărul este deja blocat'], reason: ['Motivul este obligatoriu'] })
  })

  test('are listed and unblocked by their company only', async () => {
    const { id } = (await server.request(blockPhone, { body: { phone, reason: 'Glume' } }, dispatcher)).reply.data
    expect((await server.request(listBlockedPhones, {}, dispatcher)).reply.data.map((row) => row.id)).toEqual([id])
    expect((await server.request(listBlockedPhones, {}, rival)).reply.data).toEqual([])

    const otherTenant = await server.request(unblockPhone, { params: { id } }, rival)
    expect([otherTenant.status, otherTenant.body.code]).toEqual([404, 'blocked_phone.unknown'])
    expect((await server.request(unblockPhone, { params: { id } }, dispatcher)).reply).toEqual({ ok: true })
    expect((await server.request(unblockPhone, { params: { id } }, dispatcher)).status).toBe(404)
    expect((await lookUp(dispatcher)).is_blocked).toBe(false)
  })

  test('an administrator blocks for their company; without one it is refused', async () => {
    const lonely = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
    expect((await server.request(blockPhone, { body: { phone, reason: 'x' } }, lonely)).status).toBe(404)
    const admin = await server.logIn((await aUser(server, { roles: ['admin'], companyIds: [theirs] })).email)
    expect((await server.request(blockPhone, { body: { phone, reason: 'Glume' } }, admin)).status).toBe(201)
    expect((await server.request(listBlockedPhones, {}, rival)).reply.data).toHaveLength(1)
  })
})
