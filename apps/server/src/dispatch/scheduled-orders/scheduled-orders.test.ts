import {
  changeScheduleRules,
  countScheduledOrders,
  listScheduledOrders,
  readScheduleRules,
} from '@dispecerat/contract/dispatch/scheduled-orders'
import { cancelOrder, createOrder, editOrder, readOrder } from '@dispecerat/contract/orders/orders'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { runDueOrders } from '../../orders/life/run-due-orders.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser, TOWN_SQUARE } from '../../testing/builders.ts'

const DAY = { from: '2026-03-01 00:00:00', to: '2026-03-03 00:00:00' }
const places = [{ name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }]

interface DispatcherFixture extends AsyncDisposable {
  server: TestServer
  companyId: CompanyId
  dispatcher: string
}

/** 20:00 in Bucharest. */
async function createDispatcher(at = '2026-03-01T20:00:00+02:00'): Promise<DispatcherFixture> {
  const server = await aServer({ at })
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  return { server, companyId, dispatcher: await server.logIn(email), [Symbol.asyncDispose]: () => server.stop() }
}

let callers = 0
/** Wire time of the departure. */
async function schedule(
  { server, dispatcher }: DispatcherFixture,
  departure: string,
  rest: object = {},
): Promise<number> {
  callers += 1
  const client_phone = `+40740${String(callers).padStart(6, '0')}`
  const body = { client_phone, places, departure_time: departure, ...rest }
  return (await server.request(createOrder, { body }, dispatcher)).reply.data.id
}

const list = async ({ server, dispatcher }: DispatcherFixture, query: object = {}) =>
  (await server.request(listScheduledOrders, { query: { ...DAY, ...query } }, dispatcher)).reply

const reminders = async ({ db }: TestServer) =>
  (await db.selectFrom('event_log').select('data').where('event', '=', 'order_reminder').orderBy('seq').execute()).map(
    ({ data }) => data,
  )

test('scheduled orders are listed soonest first, with the start of their search, and counted by the hour', async () => {
  await using fixture = await createDispatcher()
  const late = await schedule(fixture, '2026-03-01 22:30:00', { name: 'Ioana Țâru' })
  const soon = await schedule(fixture, '2026-03-01 20:10:00', { lead_minutes: 40 })
  const next = await schedule(fixture, '2026-03-01 20:50:00', { options: { pet: true } })
  await schedule(fixture, '2026-03-01 18:05:00')

  const { data, meta } = await list(fixture)
  expect(meta).toMatchObject({ total: 3, total_is_capped: false })
  expect(data.map(({ id }) => id)).toEqual([soon, next, late])
  expect(data[0]).toMatchObject({
    departure_time: '2026-03-01 20:10:00',
    start_at: '2026-03-01 19:30:00',
    lead_minutes: 40,
    has_own_lead: true,
    no_rules: true,
    place_names: ['Piața Sfatului'],
    made_by: expect.any(String),
  })
  expect(data[1]).toMatchObject({ lead_minutes: 15, has_own_lead: false, options: ['pet'] })

  const { reply } = await fixture.server.request(countScheduledOrders, { query: DAY }, fixture.dispatcher)
  expect(reply).toEqual({
    data: [
      { hour: '2026-03-01 20:00:00', count: 2 },
      { hour: '2026-03-01 22:00:00', count: 1 },
    ],
    coming: 3,
  })
  expect((await list(fixture, { search: 'taru' })).data.map(({ id }) => id)).toEqual([late])
  expect((await list(fixture, { per_page: 1, page: 2 })).data.map(({ id }) => id)).toEqual([next])
})

test('an order stays listed while it is searched for, and leaves when it is canceled', async () => {
  await using fixture = await createDispatcher()
  const id = await schedule(fixture, '2026-03-01 19:00:00')
  fixture.server.pass(46 * 60)
  await runDueOrders(fixture.server)
  expect((await list(fixture)).data).toMatchObject([{ id, state: 'created', start_at: null }])
  await fixture.server.request(cancelOrder, { params: { id }, body: {} }, fixture.dispatcher)
  expect((await list(fixture)).data).toEqual([])
})

test('an order moved to another time starts its lead before that time, with a new reminder', async () => {
  await using fixture = await createDispatcher()
  const { server, dispatcher } = fixture
  const id = await schedule(fixture, '2026-03-01 20:00:00', { lead_minutes: 30 })
  const edit = async (body: object) =>
    (await server.request(editOrder, { params: { id }, body }, dispatcher)).reply.data
  expect(await edit({ departure_time: '2026-03-02 05:30:00' })).toMatchObject({ start_at: '2026-03-02 05:00:00' })
  expect(await edit({ lead_minutes: 60 })).toMatchObject({ start_at: '2026-03-02 04:30:00', lead_minutes: 60 })
  expect(await edit({ lead_minutes: null })).toMatchObject({ start_at: '2026-03-02 05:15:00', lead_minutes: null })
  const wrong = await server.request(editOrder, { params: { id }, body: { lead_minutes: 721 } }, dispatcher)
  expect([wrong.status, wrong.body.errors]).toEqual([422, { lead_minutes: ['Între 0 și 720 de minute'] }])
})

test("a company's lead and reminder are set by its admin; orders placed before keep their times", async () => {
  await using fixture = await createDispatcher()
  const { server, companyId, dispatcher } = fixture
  const before = await schedule(fixture, '2026-03-01 20:00:00')
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const request = { params: { id: companyId }, body: { scheduled_lead_min: 25, remind_before_min: 10 } }
  expect((await server.request(changeScheduleRules, request, dispatcher)).status).toBe(403)
  await server.request(changeScheduleRules, request, await server.logIn(boss.email))
  expect((await server.request(readScheduleRules, {}, dispatcher)).reply.data).toMatchObject([
    { company_id: companyId, scheduled_lead_min: 25, remind_before_min: 10 },
  ])
  const after = await schedule(fixture, '2026-03-01 20:00:00')
  const startOf = async (id: number) =>
    (await server.request(readOrder, { params: { id } }, dispatcher)).reply.data.start_at
  expect([await startOf(before), await startOf(after)]).toEqual(['2026-03-01 19:45:00', '2026-03-01 19:35:00'])
})

test('dispatchers are reminded once before the start and once at it, however many nodes run the timer', async () => {
  await using fixture = await createDispatcher()
  const { server, companyId, dispatcher } = fixture
  await using other = await aServer({ besides: server })
  await server.db.updateTable('company_settings').set({ remind_before_min: 10 }).execute()
  const id = await schedule(fixture, '2026-03-01 20:00:00')
  const runDue = () => Promise.all([server, other, server, other].map(runDueOrders))
  const wall = await server.socket(dispatcher)

  server.clock.set('2026-03-01T19:34:59Z')
  await runDue()
  expect(await reminders(server)).toEqual([])
  server.clock.set('2026-03-01T19:35:00Z')
  await runDue()
  await runDue()
  expect(await reminders(server)).toEqual([{ order_id: id, kind: 'soon' }])
  const received = await wall.waitForEvent('order_reminder')
  expect(received.data).toMatchObject({ order_id: id, order: { address: 'Piața Sfatului' } })

  server.clock.set('2026-03-01T19:45:00Z')
  await runDue()
  await runDue()
  expect(await reminders(server)).toEqual([
    { order_id: id, kind: 'soon' },
    { order_id: id, kind: 'started' },
  ])
  const audience = await server.db
    .selectFrom('event_log')
    .select('to_companies')
    .where('event', '=', 'order_reminder')
    .execute()
  expect(audience.map(({ to_companies }) => to_companies)).toEqual([[companyId], [companyId]])
})

test('without a reminder dispatchers are notified only when the search begins', async () => {
  await using fixture = await createDispatcher()
  await schedule(fixture, '2026-03-01 20:00:00')
  fixture.server.clock.set('2026-03-01T19:44:59Z')
  await runDueOrders(fixture.server)
  expect(await reminders(fixture.server)).toEqual([])
  fixture.server.clock.set('2026-03-01T19:45:00Z')
  await runDueOrders(fixture.server)
  expect(await reminders(fixture.server)).toMatchObject([{ kind: 'started' }])
})

test('in the night of 25 hours both hours from 3:00 are separate', async () => {
  await using fixture = await createDispatcher('2026-10-24T20:00:00+03:00')
  const first = await schedule(fixture, '2026-10-25 00:30:00')
  const second = await schedule(fixture, '2026-10-25 01:30:00')
  const range = { from: '2026-10-24 21:00:00', to: '2026-10-25 22:00:00' }
  expect((await list(fixture, range)).data.map(({ id }) => id)).toEqual([first, second])
  const { reply } = await fixture.server.request(countScheduledOrders, { query: range }, fixture.dispatcher)
  expect(reply.data.map(({ hour }) => hour)).toEqual(['2026-10-25 00:00:00', '2026-10-25 01:00:00'])
})

test.each([
  [{ from: '2026-03-02 00:00:00', to: '2026-03-01 00:00:00' }, 'Sfârșitul trebuie să fie după început'],
  [{ from: '2026-03-01 00:00:00', to: '2026-05-01 00:00:00' }, 'Cel mult 45 de zile deodată'],
])('%o is not a range', async (query, sentence) => {
  await using fixture = await createDispatcher()
  const { status, body } = await fixture.server.request(listScheduledOrders, { query }, fixture.dispatcher)
  expect([status, body.errors]).toEqual([422, { to: [sentence] }])
})
