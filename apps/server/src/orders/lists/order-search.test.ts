import * as driverContract from '@dispecerat/contract/dispatch/driver'
import { searchOrders } from '@dispecerat/contract/orders/order-search'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../platform/db/actor.ts'
import { aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { aPhone, createFixture, type Fixture, SQUARE, STATION } from '../testing/order-fixture.ts'
import type { OrderFilter } from './order-filter.ts'
import { orderPageQuery } from './order-pages.views.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture({ at: '2026-03-01T10:00:00Z' })
})
afterAll(() => fixture.server.stop())

type Body = NonNullable<Parameters<Fixture['server']['request']>[1]['body']>

async function ids(body: Body, token = fixture.dispatcher): Promise<number[]> {
  return (await fixture.server.request(searchOrders, { body }, token)).reply.data.map(({ id }) => id)
}

describe('the order search', () => {
  test('finds by the code of the driver or the client, the call sign, the number and the phone', async () => {
    const { server, companyId } = fixture
    const order = await fixture.place({ client_phone: aPhone() })
    const driver = await aDriver(server, { companyId, at: TOWN_SQUARE, indicativ: 'T77' })
    await server.db.updateTable('users').set({ identifier: 'SOF-9' }).where('id', '=', driver.driverId).execute()
    await server.db
      .updateTable('company_clients')
      .set({ identifier: 'CL-31' })
      .where('user_id', '=', asId<UserId>(Number(order.client_id)))
      .execute()
    await fixture.assign(asId<OrderId>(order.id), driver)
    await fixture.place()

    expect(await ids({ by: 'identifier', term: 'sof-9' })).toEqual([order.id])
    expect(await ids({ by: 'identifier', term: 'CL-31' })).toEqual([order.id])
    expect(await ids({ by: 'identifier', term: 'SOF' })).toEqual([])
    expect(await ids({ by: 'sign', term: 't77' })).toEqual([order.id])
    expect(await ids({ by: 'order', term: String(order.id) })).toEqual([order.id])
    expect(await ids({ by: 'order', term: '0722123456789012345' })).toEqual([])
    const national = `0${order.client_phone?.slice(3)}`
    expect(await ids({ by: 'phone', term: national })).toEqual([order.id])
    expect(await ids({ by: 'phone', term: national.slice(0, 9) })).toContain(order.id)
    expect(await ids({ by: 'sign', term: 't77', states: ['finished'] })).toEqual([])
    expect(await ids({ by: 'identifier', term: 'sof-9' }, fixture.rival)).toEqual([])
  })

  test("a contact phone other than the client's own is found too", async () => {
    const [own, contact] = [aPhone(), aPhone()]
    const order = await fixture.place({ client_phone: own, phone: contact })
    expect(await ids({ by: 'phone', term: contact })).toEqual([order.id])
    expect(await ids({ by: 'phone', term: own })).toEqual([order.id])
  })

  test('free text finds terms of any place together, without diacritics; wildcards are literal', async () => {
    const places = [
      { ...SQUARE, name: 'Strada Zizinului 45' },
      { ...STATION, name: 'Țărmului 100% sud' },
    ]
    const order = await fixture.place({ name: 'Ștefania Bălănescu', places })
    const found = (search: string) => ids({ search })
    expect(await found('zizin')).toEqual([order.id])
    expect(await found('tarmului')).toEqual([order.id])
    expect(await ids({ by: 'text', term: 'balanescu zizin' })).toEqual([order.id])
    expect(await found('balanescu zizinului')).toEqual([order.id])
    expect(await found('balanescu altundeva')).toEqual([])
    expect(await found('100%')).toEqual([order.id])
    expect(await found('z%zinului')).toEqual([])
    expect(await found(String(order.id))).toContain(order.id)
    expect(await found('zz')).toEqual([])
  })

  test('free text follows changes of the name and of places', async () => {
    const { server } = fixture
    const order = await fixture.place({ name: 'Horia Vechi' })
    await server.request(
      contract.updateName,
      { params: { id: order.id }, body: { name: 'Horia Nouveanu' } },
      fixture.dispatcher,
    )
    expect(await ids({ search: 'nouveanu' })).toEqual([order.id])
    expect(await ids({ search: 'vechi horia' })).toEqual([])
    const added = { params: { id: order.id }, body: { place: { ...STATION, name: 'Oprirea Ghimbavului' } } }
    const { reply } = await server.request(contract.addPlace, added, fixture.dispatcher)
    expect(await ids({ search: 'ghimbavului' })).toEqual([order.id])
    const placeId = reply.data.places.find(({ name }) => name.includes('Ghimbav'))?.id ?? 0
    await server.request(contract.removePlace, { params: { id: order.id, placeId } }, fixture.dispatcher)
    expect(await ids({ search: 'ghimbavului' })).toEqual([])
  })

  test('a deleted order is in no list', async () => {
    const order = await fixture.place({ name: 'Dispare Imediat' })
    await fixture.server.request(contract.deleteOrder, { params: { id: order.id } }, fixture.dispatcher)
    expect(await ids({ search: 'dispare imediat' })).toEqual([])
  })

  test('a cursor continues where the page ended, whatever was placed meanwhile', async () => {
    const { server } = fixture
    const mine = await Promise.all(Array.from({ length: 5 }, () => fixture.place({ name: 'Cursor Lungu' })))
    const first = (await server.request(searchOrders, { body: { search: 'lungu', per_page: 2 } }, fixture.dispatcher))
      .reply
    await fixture.place({ name: 'Cursor Lungu' })
    const cursor = first.meta.next_cursor ?? ''
    const second = (
      await server.request(searchOrders, { body: { search: 'lungu', per_page: 2, cursor } }, fixture.dispatcher)
    ).reply
    const third = (
      await server.request(
        contract.listOrders,
        { query: { search: 'lungu', per_page: 2, cursor: second.meta.next_cursor ?? '' } },
        fixture.dispatcher,
      )
    ).reply
    const read = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id))
    expect(read.toSorted()).toEqual(mine.map(({ id }) => id).toSorted())
    expect(third.meta).toMatchObject({ next_cursor: null, total: 6 })
    const wrong = await server.request(contract.listOrders, { query: { cursor: 'x' } }, fixture.dispatcher)
    expect(wrong).toMatchObject({ status: 422, body: { errors: { cursor: ['Cursor invalid'] } } })
  })

  test('online orders are those without a dispatcher', async () => {
    const { server } = fixture
    const order = await fixture.place()
    await server.db
      .updateTable('orders')
      .set({ dispatcher_id: null })
      .where('id', '=', asId<OrderId>(order.id))
      .execute()
    const read = async (online: '0' | '1') =>
      (await server.request(contract.listOrders, { query: { online, per_page: 100 } }, fixture.dispatcher)).reply.data
    expect((await read('1')).map(({ id }) => id)).toEqual([order.id])
    const placed = await read('0')
    expect(placed.length).toBeGreaterThan(0)
    expect(placed.filter(({ dispatcher_id }) => dispatcher_id === null)).toEqual([])
  })

  test('driver payments can be filtered by settled or not', async () => {
    const { server } = fixture
    const order = await fixture.place()
    const owed = { driver_payment_bani: 1500 }
    await server.db.updateTable('orders').set(owed).where('id', '=', asId<OrderId>(order.id)).execute()
    const read = async (driver_payment: 'paid' | 'unpaid') =>
      (await server.request(contract.listOrders, { query: { driver_payment } }, fixture.dispatcher)).reply.data
    expect((await read('unpaid')).map(({ id }) => id)).toEqual([order.id])
    expect(await read('paid')).toEqual([])
  })

  test("a driver's own trips use the same list", async () => {
    const { server, companyId } = fixture
    const driver = await aDriver(server, { companyId, at: TOWN_SQUARE })
    const order = await fixture.place()
    await fixture.assign(asId<OrderId>(order.id), driver)
    const token = await server.logIn(driver.email)
    const trips = (await server.request(driverContract.listMyTrips, {}, token)).reply
    expect(trips.data.map(({ id }) => id)).toEqual([order.id])
  })
})

describe('millions of orders', () => {
  const MANY = 11_000
  const AT_ONCE = 1_000

  beforeAll(async () => {
    const { db } = fixture.server
    const template = await fixture.place({ name: 'Sablon' })
    for (let from = 1; from < MANY; from += AT_ONCE) {
      await sql`
        insert into orders (state, client_phone, phone, name, address, created_by_company_id, dispatcher_id, departure_time,
          created_at, updated_at, car_indicativ)
        select 'pending', '+40755' || lpad(n::text, 6, '0'), '+40755' || lpad(n::text, 6, '0'), 'Nume' || md5(n::text),
          'Strada ' || md5((n % 700)::text), created_by_company_id, dispatcher_id, departure_time,
          created_at - n * interval '1 minute', updated_at, (n % 300)::text
        from orders, generate_series(${from}::int, ${from + AT_ONCE - 1}::int) as n where id = ${template.id}
      `.execute(db)
    }
    for (const table of ['orders', 'order_texts', 'order_places', 'users']) {
      await sql`analyze ${sql.table(table)}`.execute(db)
    }
  })

  async function planOf(scope: Scope, filter: Partial<OrderFilter>, page = 1): Promise<string> {
    const whole: OrderFilter = { states: [], from: null, to: null, ...filter }
    const query = orderPageQuery(scope, whole, { page, perPage: 30, after: null })
    // Eleven thousand rows are few enough for a sequential scan; a plan without a usable index shows it even when such scans are disabled.
    const { rows } = await fixture.server.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)
    })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  const FILTERS: [string, Partial<OrderFilter>][] = [
    ['everything', {}],
    ['a rare word', { search: md5Of(17) }],
    ['a common word', { search: 'strada' }],
    ['two words', { search: `strada ${md5Of(17).slice(0, 12)}` }],
    ['a call sign among words', { search: '214 strada' }],
    ['a call sign', { sign: '214' }],
    ['a phone', { phone: '+40755000123' }],
    ['a driver', { driverId: asId<UserId>(7) }],
    ['either side', { driverOrClientId: asId<UserId>(7) }],
    ['people of a code', { personIds: [7, 8] }],
    ['drafts', { states: ['new'] }],
    ['cards', { paymentType: 'card' }],
    ['orders from an app', { isOnline: true }],
    ['what is owed', { isPaid: false }],
    ['a dispatcher', { dispatcherId: asId<UserId>(999) }],
    ['a period', { from: new Date('2026-02-20'), to: new Date('2026-02-21') }],
  ]

  test.each(FILTERS)('%s: no statement scans all orders', async (_name, filter) => {
    for (const scope of [
      { companies: [fixture.companyId], ownUserId: null },
      { companies: 'every', ownUserId: null },
    ] as const) {
      const plan = await planOf(scope, filter)
      expect(plan).not.toMatch(/Seq Scan on (orders|order_texts)/)
    }
  })

  test('the count stops at ten thousand and says so', async () => {
    const { reply } = await fixture.server.request(
      contract.listOrders,
      { query: { states: ['pending'] } },
      fixture.dispatcher,
    )
    expect(reply.meta).toMatchObject({ total: 10_000, total_is_capped: true })
    expect((await ids({ search: `nume${md5Of(17)}` })).length).toBe(1)
  })
})

/** The name given to the bulk orders. */
function md5Of(n: number): string {
  return { 17: '70efdf2ec9b086079795c442636b55fb' }[n] ?? ''
}
