import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCompany, aDispatcher, aDriver, aUser } from '../../testing/builders.ts'
import { aPhone, createFixture, type Fixture, type Input, SQUARE, STATION } from '../testing/order-fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture({ at: '2026-03-01T20:00:00+02:00' })
})
afterAll(() => fixture.server.stop())

async function post(
  input: Input | Record<string, unknown>,
  token = fixture.dispatcher,
  headers: Record<string, string> = {},
) {
  const body = { client_phone: aPhone(), places: [SQUARE], ...input } as Input
  return fixture.server.request(contract.createOrder, { body, headers }, token)
}

async function countOrders(): Promise<number> {
  const row = await fixture.server.db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

describe('required fields of an order', () => {
  const refused: [string, Input | Record<string, unknown>, Record<string, string[]>][] = [
    ['an address', { places: [] }, { 'places.0.name': ['Please enter address'] }],
    ['an address with a name', { places: [{ ...SQUARE, name: ' ' }] }, { 'places.0.name': ['Please enter address'] }],
    [
      'addresses inside Romania',
      { places: [SQUARE, { name: 'Viena', lat: 48.2, long: 16.37 }] },
      { 'places.1.lat': ['Adresa este în afara României'] },
    ],
    [
      'addresses on the land of Romania',
      { places: [SQUARE, { name: 'Marea Neagră', lat: 44, long: 29.3 }] },
      { 'places.1.lat': ['Adresa este în afara României'] },
    ],
    ['a service that exists', { service_id: 99 }, { service_id: ['Serviciul nu există'] }],
    ['known options', { options: { pet: true, rachetă: true } }, { 'options.rachetă': ['Opțiune necunoscută'] }],
    ['an account for a voucher', { payment_type: 'protocol' }, { protocol_user_id: ['Compania este obligatorie'] }],
    ['a driver of ours', { custom_driver_ids: [999_999] }, { custom_driver_ids: ['Șofer necunoscut'] }],
    [
      'a partner that accepted',
      { search_company_ids: [999_999] },
      { search_company_ids: ['Compania nu este parteneră'] },
    ],
    ['a phone', { client_phone: null }, { phone: ['Numărul de telefon este obligatoriu'] }],
    [
      'a departure within 30 days',
      { departure_time: '2026-04-01 00:00:00' },
      { departure_time: ['Cel mult 30 de zile înainte'] },
    ],
  ]
  test.each(refused)('%s', async (_name, input, errors) => {
    const before = await countOrders()
    const answer = await post(input)
    expect(answer).toMatchObject({ status: 422, body: { errors } })
    expect(Object.keys(answer.body.errors as object)).toEqual(Object.keys(errors))
    expect(await countOrders()).toBe(before)
  })

  test.each([
    [{ client_phone: '123' }],
    [{ places: [{ ...SQUARE, lat: 'x' }] }],
    [{ places: [{ ...SQUARE, lat: 1e300 }] }],
  ])('unreadable input is refused: %j', async (input) => {
    expect((await post(input)).status).toBe(422)
  })

  test('a blocked phone is refused at the phone', async () => {
    const phone = aPhone()
    await fixture.server.db
      .insertInto('blocked_phones')
      .values({ company_id: fixture.companyId, phone, reason: 'glume', created_at: fixture.server.clock.now() })
      .execute()
    expect(await post({ client_phone: phone })).toMatchObject({
      status: 422,
      body: { errors: { phone: ['Număr blocat'] } },
    })
  })

  test('a draft is stored as typed, however incomplete', async () => {
    const { reply } = await post({ draft: true, client_phone: null, places: [] })
    expect(reply.data).toMatchObject({ state: 'new', order_no: null, places: [], client: null })
    const placing = await fixture.server.request(
      contract.editOrder,
      { params: { id: reply.data.id }, body: { state: 'created' } },
      fixture.dispatcher,
    )
    expect(placing.body.errors).toEqual({
      'places.0.name': ['Please enter address'],
      phone: ['Numărul de telefon este obligatoriu'],
    })
  })

  test('a company whose trial has long ended takes no new orders', async () => {
    const { companyId } = await aCompany(fixture.server, { status: 'trial', trialUntil: '2026-02-01' })
    const token = await fixture.server.logIn((await aDispatcher(fixture.server, { companyId })).email)
    expect(await post({}, token)).toMatchObject({ status: 402, body: { code: 'company.trial_over' } })
  })
})

describe('the client of an order', () => {
  test('any spelling of a phone is one client; the name and the notes are reused for the next order', async () => {
    const { reply: first } = await post({ client_phone: '0722 111 222', name: 'Dna. Ana', about_client: 'Etajul 3' })
    expect(first.data).toMatchObject({ client_phone: '+40722111222', phone: '+40722111222', name: 'Dna. Ana' })
    const { reply: second } = await post({ client_phone: '0040722111222' })
    expect(second.data).toMatchObject({ client_id: first.data.client_id, name: 'Dna. Ana', about_client: 'Etajul 3' })
    const roles = await fixture.server.db
      .selectFrom('user_roles')
      .select('role')
      .where('user_id', '=', asId<UserId>(first.data.client_id ?? 0))
      .execute()
    expect(roles).toEqual([{ role: 'client' }])
  })

  test('its addresses are offered at the next call, counted by use', async () => {
    const phone = aPhone()
    await post({ client_phone: phone, places: [SQUARE, STATION] })
    await post({ client_phone: phone, places: [SQUARE] })
    const saved = await fixture.server.db
      .selectFrom('saved_addresses')
      .select(['name', 'use_count'])
      .where('phone', '=', phone)
      .orderBy('use_count', 'desc')
      .execute()
    expect(saved).toEqual([
      { name: SQUARE.name, use_count: 2 },
      { name: STATION.name, use_count: 1 },
    ])
  })

  test('two orders of one new phone at once create one client', async () => {
    const phone = aPhone()
    const answers = await Promise.all([1, 2, 3, 4].map(() => post({ client_phone: phone })))
    const ids = new Set(answers.map(({ reply }) => reply.data.client_id))
    expect(ids.size).toBe(1)
  })

  test('a protocol company orders on its own account, whatever it sends', async () => {
    const { server, companyId } = fixture
    const account = await aUser(server, { roles: ['company'], companyIds: [companyId] })
    const unknown = await aUser(server, { roles: ['company'], companyIds: [companyId] })
    await server.db
      .insertInto('protocol_companies')
      .values([
        { user_id: account.userId, company_id: companyId },
        { user_id: unknown.userId, company_id: companyId, is_active: false },
      ])
      .execute()
    const token = await server.logIn(account.email)
    const { reply } = await post({ payment_type: 'cash' }, token)
    expect(reply.data).toMatchObject({ payment_type: 'protocol', protocol_user: { id: account.userId } })
    const others = await fixture.place()
    expect((await server.request(contract.readOrder, { params: { id: others.id } }, token)).status).toBe(404)
    expect((await server.request(contract.readOrder, { params: { id: reply.data.id } }, token)).status).toBe(200)
    const ended = await post({ payment_type: 'protocol', protocol_user_id: unknown.userId })
    expect(ended.body.errors).toEqual({ protocol_user_id: ['Compania nu are un contract activ'] })
    const body = { state: 'created' as const }
    expect((await server.request(contract.editOrder, { params: { id: others.id }, body }, token)).status).toBe(404)
  })
})

describe('departure of an order', () => {
  const at = '2026-03-01T18:00:00Z'
  test.each([
    ['no wish: now', undefined, 'created', '2026-03-01 18:00:00', null],
    ['more than 5 minutes past: now', '2026-03-01 17:54:59', 'created', '2026-03-01 18:00:00', null],
    ['a little past: as typed', '2026-03-01 17:56:00', 'created', '2026-03-01 17:56:00', null],
    ['within the lead: now', '2026-03-01 18:15:00', 'created', '2026-03-01 18:15:00', null],
    ['later: waits for the lead', '2026-03-01 18:15:01', 'pending', '2026-03-01 18:15:01', '2026-03-01 18:00:01'],
  ])('%s', async (_name, departure_time, state, departs, starts) => {
    fixture.server.clock.set(at)
    const { reply } = await post(departure_time ? { departure_time } : {})
    expect(reply.data).toMatchObject({ state, departure_time: departs, start_at: starts, in_pending_queue: false })
    const wanted = `order.search_wanted ${reply.data.id}`
    expect(fixture.emitted.includes(wanted)).toBe(state === 'created')
  })

  test('numbers restart at midnight in Bucharest, per company, without a gap under load', async () => {
    const { server } = fixture
    server.clock.set('2026-03-01T21:59:59Z')
    const before = Number((await post({})).reply.data.order_no)
    const evening = await Promise.all(Array.from({ length: 12 }, () => post({})))
    expect(evening.map(({ reply }) => reply.data.order_no).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 12 }, (_, index) => before + index + 1),
    )
    server.clock.set('2026-03-01T22:00:00Z')
    expect((await post({})).reply.data.order_no).toBe(1)
    expect((await post({}, fixture.rival)).reply.data.order_no).toBe(1)
    server.clock.set(at)
  })
})

describe('a repeated request', () => {
  test('with the same key is one order; with the same key and other content it is refused', async () => {
    const body = { client_phone: aPhone(), places: [SQUARE] }
    const before = await countOrders()
    const replies = await Promise.all(
      [1, 2, 3].map(() => post(body, fixture.dispatcher, { 'idempotency-key': 'apasat-de-doua-ori' })),
    )
    const again = await post(body, fixture.dispatcher, { 'idempotency-key': 'apasat-de-doua-ori' })
    expect(new Set([...replies, again].map(({ reply }) => reply.data.id)).size).toBe(1)
    expect(await countOrders()).toBe(before + 1)
    const other = await post({ ...body, name: 'alt om' }, fixture.dispatcher, {
      'idempotency-key': 'apasat-de-doua-ori',
    })
    expect(other).toMatchObject({ status: 422, body: { code: 'request.key_reused' } })
    expect(await countOrders()).toBe(before + 1)
  })
})

describe('companies and drivers that may get an order', () => {
  test('own company and accepted partners; drivers of either may be named', async () => {
    const { server, companyId } = fixture
    const partner = await aCompany(server)
    const requested = await aCompany(server)
    const accepted_at = server.clock.now()
    await server.db
      .insertInto('company_partners')
      .values([
        { company_id: partner.companyId, partner_company_id: companyId, accepted_at },
        { company_id: companyId, partner_company_id: requested.companyId, accepted_at: null },
      ])
      .execute()
    const theirs = await aDriver(server, partner)
    const { reply } = await post({
      search_company_ids: [companyId, partner.companyId],
      custom_driver_ids: [theirs.driverId],
    })
    expect(reply.data.search_company_ids).toEqual([companyId, partner.companyId])
    const refused = await post({ search_company_ids: [requested.companyId] })
    expect(refused.body.errors).toEqual({ search_company_ids: ['Compania nu este parteneră'] })

    const token = await server.logIn((await aDispatcher(server, partner)).email)
    const { data } = (await server.request(contract.readOrder, { params: { id: reply.data.id } }, token)).reply
    expect(data).toMatchObject({ client_phone: null, phone: null, name: null, client: null })
    expect(data.places).toHaveLength(1)
    expect((await server.request(contract.cancelOrder, { params: { id: reply.data.id } }, token)).status).toBe(404)
  })

  test('all companies of the dispatcher, partners or not, and no others', async () => {
    const { server, companyId } = fixture
    const second = await aCompany(server)
    const otherTenant = await aCompany(server)
    const ofBoth = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId, second.companyId] })
    const token = await server.logIn(ofBoth.email)
    const own = [companyId, second.companyId]
    const placed = await post({ search_company_ids: own }, token)
    expect(placed).toMatchObject({ status: 201, reply: { data: { search_company_ids: own } } })

    const params = { id: placed.reply.data.id }
    const edit = (ids: number[], by: string) =>
      server.request(contract.editOrder, { params, body: { search_company_ids: ids } }, by)
    expect((await edit([second.companyId], token)).reply.data.search_company_ids).toEqual([second.companyId])

    const errors = { search_company_ids: ['Compania nu este parteneră'] }
    expect(await edit([...own, otherTenant.companyId], token)).toMatchObject({ status: 422, body: { errors } })
    expect(await edit(own, fixture.dispatcher)).toMatchObject({ status: 422, body: { errors } })
    const refused = await post({ search_company_ids: [...own, otherTenant.companyId] }, token)
    expect(refused).toMatchObject({ status: 422, body: { errors } })
  })
})
