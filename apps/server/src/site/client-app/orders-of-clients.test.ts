import { arriveAtPickup, finishTrip, startTrip } from '@dispecerat/contract/dispatch/driver'
import { listChanges } from '@dispecerat/contract/office/changes'
import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { readOrderList } from '@dispecerat/contract/orders/order-lists'
import { editOrder, listOrders, readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { listRatings, rateOrder } from '@dispecerat/contract/orders/ratings'
import * as client from '@dispecerat/contract/site/client-app'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { anAccount } from '../../orders/testing/an-account.ts'
import { aPhone, createFixture, type Fixture, SQUARE, STATION } from '../../orders/testing/order-fixture.ts'
import { aCompany, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { clientToken, openClientApp } from './testing/as-client.ts'

interface App {
  fixture: Fixture
  phone: string
  token: string
  place(
    input?: Partial<z.input<typeof client.placeClientOrder.body>>,
    headers?: Record<string, string>,
  ): ReturnType<typeof placeAs>
  read(id: number): Promise<client.ClientOrder>
}

function placeAs(
  { server }: Fixture,
  token: string,
  input: Partial<z.input<typeof client.placeClientOrder.body>> = {},
  headers: Record<string, string> = {},
) {
  return server.request(client.placeClientOrder, { body: { places: [SQUARE, STATION], ...input }, headers }, token)
}

async function anApp(fixture: Fixture, phone = aPhone()): Promise<App> {
  await openClientApp(fixture.server, fixture.companyId)
  const token = await clientToken(fixture.server, { companyId: fixture.companyId, phone })
  return {
    fixture,
    phone,
    token,
    place: (input, headers) => placeAs(fixture, token, input, headers),
    read: async (id) => (await fixture.server.request(client.readClientOrder, { params: { id } }, token)).reply.data,
  }
}

/** Completed by the fixture's driver. */
async function aFinishedTrip({ fixture, place }: App): Promise<OrderId> {
  const { id } = (await place()).reply.data
  await fixture.assign(asId<OrderId>(id))
  await fixture.server.request(startTrip, { params: { id } }, fixture.driverToken)
  fixture.server.pass(600)
  await fixture.server.request(finishTrip, { params: { id }, body: { cost: 24.5 } }, fixture.driverToken)
  return asId<OrderId>(id)
}

const cancel = ({ fixture, token }: App, id: number) =>
  fixture.server.request(client.cancelClientOrder, { params: { id } }, token)
const list = async ({ fixture, token }: App, query = {}) =>
  (await fixture.server.request(client.listClientOrders, { query }, token)).reply

test('an order of the application is searched at once, has no dispatcher, and its history names the client', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const placed = await app.place({ note: 'Sun la sosire', name: 'Ana', payment_type: 'card' })
  expect([placed.status, placed.reply.data.state, placed.reply.data.can_cancel]).toEqual([201, 'created', true])
  const { id } = placed.reply.data
  expect(fixture.emitted).toContain(`order.search_wanted ${id}`)
  const { data: order } = (await fixture.server.request(readOrder, { params: { id } }, fixture.dispatcher)).reply
  expect(order).toMatchObject({
    dispatcher_id: null,
    client_phone: app.phone,
    client_name: 'Ana',
    payment_type: 'card',
    about_client: 'Sun la sosire',
    send_to_other_company: false,
    protocol_user: null,
  })
  const online = await fixture.server.request(listOrders, { query: { online: '1' } }, fixture.dispatcher)
  expect(online.reply.data.map((row) => row.id)).toEqual([id])
  const history = (await fixture.server.request(readOrderHistory, { params: { id } }, fixture.dispatcher)).reply.data
  expect(history.filter(({ type }) => type === 'placed').map(({ initiator }) => initiator)).toMatchObject([
    { kind: 'client', name: null },
  ])
})

test('the note of an order neither changes nor reveals the company’s notes about the client', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const notes = fixture.server.db.updateTable('company_clients').set({ about: 'Strigă', name: 'Doamna Pop' })
  await notes.where('company_id', '=', fixture.companyId).execute()
  const placed = [await app.place({ note: 'La poartă', name: 'Altcineva' }), await app.place()]
  expect(JSON.stringify([placed.map(({ body }) => body), await list(app)])).not.toMatch(/Strigă|La poartă/)
  const known = await fixture.server.db.selectFrom('company_clients').select(['about', 'name']).execute()
  expect(known).toEqual([{ about: 'Strigă', name: 'Doamna Pop' }])
  const ids = placed.map(({ reply }) => asId<OrderId>(reply.data.id))
  expect((await fixture.read(ids[0] ?? asId<OrderId>(0))).about_client).toBe('La poartă')
  expect((await fixture.read(ids[1] ?? asId<OrderId>(0))).about_client).toBe('Strigă')
})

test('the rules of every order apply: blocked phones, places, options, services, the state of the company', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const { server, companyId } = fixture
  const fields = async (input: Parameters<App['place']>[0]) =>
    Object.keys((await app.place(input)).body.errors ?? {}).toSorted()
  expect(await fields({ places: [] })).toEqual(['places'])
  expect(await fields({ places: [{ name: 'Paris', lat: 48.85, long: 2.35 }] })).toEqual(['places.0.lat'])
  expect(await fields({ service_id: 999_999 })).toEqual(['service_id'])
  expect(await fields({ options: { elicopter: true } })).toEqual(['options.elicopter'])
  expect(await fields({ payment_type: 'protocol' as 'cash' })).toEqual(['payment_type'])
  await server.request(blockPhone, { body: { phone: app.phone, reason: 'Abuz' } }, fixture.manager)
  expect(await fields({})).toEqual(['phone'])
  await server.db.deleteFrom('blocked_phones').execute()
  const company = server.db.updateTable('companies').where('id', '=', companyId)
  await company.set({ status: 'trial', trial_until: '2026-02-01' }).execute()
  expect((await app.place()).body.code).toBe('company.trial_over')
  await company.set({ status: 'suspended' }).execute()
  expect((await app.place()).body.code).toBe('company.suspended')
})

test('a client has at most three open orders, however many are placed at once', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const later = { departure_time: '2026-03-02T10:00:00Z' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.place(later)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.code).toBe('client_app.too_many_orders')
  const open = await list(app)
  expect(open.data.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
  await cancel(app, open.data[0]?.id ?? 0)
  expect((await app.place(later)).status).toBe(201)
})

test('a client places at most twenty orders an hour, canceled ones included', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const statuses: number[] = []
  for (let i = 0; i <= 20; i++) {
    const placed = await app.place()
    statuses.push(placed.status)
    if (placed.status === 201) await cancel(app, placed.reply.data.id)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429])
  fixture.server.pass(3600)
  expect((await app.place()).status).toBe(201)
})

test('a repeat with the same key places one order, and the key of the same phone in another company is another', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const headers = { 'idempotency-key': 'k'.repeat(200) }
  const [first, again] = [await app.place({}, headers), await app.place({}, headers)]
  expect(again.reply.data.id).toBe(first.reply.data.id)
  const other = await aCompany(fixture.server)
  await openClientApp(fixture.server, other.companyId)
  const there = await clientToken(fixture.server, { companyId: other.companyId, phone: app.phone })
  const elsewhere = await placeAs(fixture, there, {}, headers)
  expect(elsewhere.status).toBe(201)
  expect(elsewhere.reply.data.id).not.toBe(first.reply.data.id)
})

test('a client cancels until the trip starts: the driver is notified, the console shows the reason', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const { id } = (await app.place()).reply.data
  await fixture.assign(asId<OrderId>(id))
  const phone = await fixture.server.socket(fixture.driverToken)
  const canceled = await cancel(app, id)
  expect(canceled.reply.data).toMatchObject({
    state: 'canceled',
    cancellation_reason_type: 'client_canceled',
    can_cancel: false,
    driver: null,
  })
  expect(await phone.waitForEvent('order_canceled')).toMatchObject({
    data: { order_id: id, reason: 'client_canceled' },
  })
  expect(await fixture.read(asId<OrderId>(id))).toMatchObject({ cancelled_by: 'client', cancelled_by_identifier: null })
  const listed = await fixture.server.request(readOrderList, { params: { kind: 'canceled' } }, fixture.dispatcher)
  expect(listed.reply.data).toMatchObject([{ id, cancellation_reason_type: 'client_canceled' }])
  expect((await cancel(app, id)).body.code).toBe('order.wrong_state')

  const next = (await app.place()).reply.data
  await fixture.assign(asId<OrderId>(next.id))
  await fixture.server.request(startTrip, { params: { id: next.id } }, fixture.driverToken)
  expect((await cancel(app, next.id)).body.code).toBe('order.trip_started')
  expect((await app.read(next.id)).can_cancel).toBe(false)
})

test('an order that an account pays is shown without its cost, and can be canceled by the account alone', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const { userId: protocol_user_id } = await anAccount(fixture.server, fixture.companyId)
  const { id } = await fixture.place({ client_phone: app.phone, payment_type: 'protocol', protocol_user_id })
  const seen = await app.read(id)
  expect(seen).toMatchObject({ state: 'created', estimated_cost: null, cost: null, can_cancel: false })
  expect((await cancel(app, id)).body.code).toBe('order.of_account')
})

test('a client sees the driver’s first name and the car, and the car’s position while it approaches', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const { server, driver } = fixture
  await server.db.updateTable('users').set({ name: 'Ion Secret' }).where('id', '=', driver.driverId).execute()
  await server.startJobs()
  await server.remembers()
  const { id } = (await app.place()).reply.data
  await fixture.assign(asId<OrderId>(id))
  const coming = await app.read(id)
  expect(coming.driver).toEqual({
    first_name: 'Ion',
    car: {
      indicativ: driver.indicativ,
      number: `BV ${driver.driverId} DSP`,
      make: 'Dacia',
      model: 'Logan',
      color: null,
    },
  })
  expect(coming.position).toMatchObject({ lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long })
  expect(JSON.stringify(coming)).not.toMatch(/Secret|\+40/)
  await server.request(arriveAtPickup, { params: { id } }, fixture.driverToken)
  expect((await app.read(id)).position).not.toBeNull()
  const isNext = server.db.updateTable('orders').where('id', '=', asId<OrderId>(id))
  await isNext.set({ is_next_order: true }).execute()
  expect((await app.read(id)).position).toBeNull()
  await isNext.set({ is_next_order: false }).execute()
  await server.request(startTrip, { params: { id } }, fixture.driverToken)
  expect(await app.read(id)).toMatchObject({ trip_state: 'started', position: null })
})

test('the driver of a partner company has no name', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const partner = await aCompany(fixture.server)
  const theirs = await aDriver(fixture.server, { companyId: partner.companyId, at: TOWN_SQUARE })
  const { id } = (await app.place()).reply.data
  await fixture.assign(asId<OrderId>(id), theirs)
  const processed = { processed_by_company_id: partner.companyId }
  await fixture.server.db.updateTable('orders').set(processed).where('id', '=', asId<OrderId>(id)).execute()
  expect((await app.read(id)).driver).toMatchObject({ first_name: null, car: { indicativ: theirs.indicativ } })
})

test('a client rates a finished trip once, within seven days, and the company reads who did', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const { server, driver } = fixture
  const id = await aFinishedTrip(app)
  expect(await app.read(id)).toMatchObject({ state: 'finished', cost: 24.5, can_rate: true, rating: null })
  const rate = (order: number, body: { stars: number; tags?: ['curat']; comment?: string } = { stars: 5 }) =>
    server.request(client.rateClientOrder, { params: { id: order }, body }, app.token)
  expect((await rate(id, { stars: 6 })).status).toBe(422)
  const rated = await rate(id, { stars: 4, tags: ['curat'], comment: 'Bine' })
  expect([rated.status, rated.reply.data]).toMatchObject([
    201,
    { can_rate: false, rating: { stars: 4, comment: 'Bine' } },
  ])
  expect((await rate(id)).body.code).toBe('order.already_rated')
  const { data } = (await server.request(listRatings, { params: { id: driver.driverId } }, fixture.dispatcher)).reply
  expect(data).toMatchObject([{ order_id: id, stars: 4, source: 'client_app', by: { name: null } }])

  const byDispatcher = await aFinishedTrip(app)
  await server.request(
    rateOrder,
    { params: { id: byDispatcher }, body: { stars: 1, comment: 'Spus la telefon' } },
    fixture.dispatcher,
  )
  expect(await app.read(byDispatcher)).toMatchObject({ can_rate: false, rating: null })
  const late = await aFinishedTrip(app)
  server.pass(7 * 24 * 3600 + 1)
  expect((await rate(late)).body.code).toBe('order.rating_closed')
  expect((await app.read(late)).can_rate).toBe(false)
})

test('a fare that the company still checks is not shown', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const id = await aFinishedTrip(app)
  await fixture.server.db.updateTable('orders').set({ fare_doubt: 'above_estimate' }).where('id', '=', id).execute()
  expect((await app.read(id)).cost).toBeNull()
})

test('a new owner of a number sees the orders, addresses and name of the last 90 days only', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const { server, companyId } = fixture
  await server.db.updateTable('company_clients').set({ name: 'Doamna Veche' }).execute()
  const id = await aFinishedTrip(app)
  const name = async (token: string) => (await server.request(client.readClientSelf, {}, token)).reply.data.name
  const addresses = async (token: string) =>
    (await server.request(client.listClientAddresses, {}, token)).reply.data.length
  expect([await name(app.token), await addresses(app.token), (await list(app)).meta.total]).toEqual([
    'Doamna Veche',
    2,
    1,
  ])
  server.pass(91 * 24 * 3600)
  const token = await clientToken(server, { companyId, phone: app.phone })
  expect([await name(token), await addresses(token), (await list({ ...app, token })).meta.total]).toEqual([null, 0, 0])
  expect((await server.request(client.readClientOrder, { params: { id } }, token)).body.code).toBe('order.unknown')
  const old = await server.db.selectFrom('saved_addresses').select('id').executeTakeFirstOrThrow()
  const removed = await server.request(client.deleteClientAddress, { params: { id: old.id } }, token)
  expect(removed).toMatchObject({ status: 404, body: { code: 'saved_address.unknown' } })
})

test('own orders come in pages, newest first, without drafts, deleted ones and test calls', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const ids: OrderId[] = []
  for (let i = 0; i < 3; i++) {
    ids.push(asId<OrderId>((await fixture.place({ client_phone: app.phone })).id))
    fixture.server.pass(60)
  }
  await fixture.place({ client_phone: app.phone, draft: true })
  await fixture.server.db
    .updateTable('orders')
    .set({ deleted_at: fixture.server.clock.now() })
    .where('id', '=', ids[0] ?? asId<OrderId>(0))
    .execute()
  const [first, second] = [await list(app, { per_page: 1 }), await list(app, { per_page: 1, page: 2 })]
  expect([first, second].map(({ data }) => data.map(({ id }) => id))).toEqual([[ids[2]], [ids[1]]])
  expect(first.meta).toMatchObject({ total: 2, page: 1, per_page: 1 })
})

test('an address can be saved, also after it was deleted, and its deletion is in the audit log under the client’s card', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const { server } = fixture
  const save = (body: object) =>
    server.request(client.saveClientAddress, { body: { ...SQUARE, bloc: 'A2', ...body } }, app.token)
  const saved = await save({ name: 'Acasă' })
  expect([saved.status, saved.reply.data]).toMatchObject([201, { name: 'Acasă', bloc: 'A2' }])
  const { id } = saved.reply.data
  const remove = (which: number) => server.request(client.deleteClientAddress, { params: { id: which } }, app.token)
  expect((await remove(id)).status).toBe(200)
  await server.db.updateTable('users').set({ name: 'Nume din alt cont' }).where('phone', '=', app.phone).execute()
  await server.db.updateTable('company_clients').set({ name: 'Doamna Pop' }).execute()
  const { data } = (await server.request(listChanges, { query: { entity: 'saved_address' } }, fixture.manager)).reply
  expect(data).toMatchObject([{ entity_id: id, action: 'deleted', user: { name: 'Doamna Pop' } }])
  expect((await server.request(client.listClientAddresses, {}, app.token)).reply.data).toEqual([])
  expect((await save({ name: 'Acasă' })).reply.data.id).toBe(id)
  expect((await save({ name: '' })).status).toBe(422)
  for (let i = 1; i < 50; i++) expect((await save({ name: `Locul ${i}`, lat: 45.6 + i / 1000 })).status).toBe(201)
  expect((await save({ name: 'Încă unul', lat: 45.7 })).body.code).toBe('client_app.too_many_addresses')
})

test('dispatchers’ notes on places are not returned', async () => {
  await using fixture = await createFixture()
  const app = await anApp(fixture)
  const { id } = (await app.place()).reply.data
  const { version, places } = await fixture.read(asId<OrderId>(id))
  const noted = places.map(({ name, lat, long }) => ({ name, lat, long, comment: 'Atenție la câine' }))
  const headers = { 'if-match': String(version) }
  const edited = await fixture.server.request(
    editOrder,
    { params: { id }, body: { places: noted }, headers },
    fixture.dispatcher,
  )
  expect(edited.status).toBe(200)
  expect(JSON.stringify(await app.read(id))).not.toContain('câine')
})
