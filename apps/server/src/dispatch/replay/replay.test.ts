import { replayChannel } from '@dispecerat/contract/api/realtime'
import { cancelReplay, listReplays, type Replay, readReplay, startReplay } from '@dispecerat/contract/dispatch/replays'
import { coarsePoint, metresBetween } from '@dispecerat/domain/kernel/geo'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { northOfPickup } from '../../testing/search-fixture.ts'
import {
  aDayOnDuty,
  aKnownDay,
  anUnservedOrder,
  type KnownDay,
  NOON,
  rulesWithRadius,
  YESTERDAY,
} from './testing/known-day.store.ts'

let server: TestServer
let day: KnownDay
let manager: string

beforeAll(async () => {
  server = await aServer({ at: NOON })
})
beforeEach(async () => {
  day = await aKnownDay(server)
  manager = await server.logIn(day.manager)
})
afterAll(() => server.stop())

async function ended(id: number): Promise<Replay> {
  const read = async () => (await server.request(readReplay, { params: { id } }, manager)).reply.data
  await expect.poll(async () => (await read()).status, { timeout: 20_000, interval: 50 }).not.toBe('running')
  return read()
}

async function tried(body: Parameters<typeof server.request<typeof startReplay>>[1]['body']): Promise<Replay> {
  const { status, reply } = await server.request(startReplay, { body }, manager)
  expect(status).toBe(202)
  return ended(reply.data.id)
}

async function aRunningRow(beatSecondsAgo: number): Promise<number> {
  const now = server.clock.now()
  const row = {
    company_id: day.companyId,
    rules: '{}',
    range_from: new Date(now.getTime() - 3_600_000),
    range_to: now,
    asked_at: now,
    beat_at: new Date(now.getTime() - beatSecondsAgo * 1000),
    ended_at: null,
  }
  return (await server.db.insertInto('search_replays').values(row).returning('id').executeTakeFirstOrThrow()).id
}

test("yesterday's two unserved orders find the driver 2 km away with a larger radius", async () => {
  const { result, ...run } = await tried({ rules: rulesWithRadius(5000) })
  expect(run).toMatchObject({ status: 'done', progress: 1, ...YESTERDAY, company_id: day.companyId })
  expect(result).toMatchObject({
    learned_from: 30,
    // Every half minute of fifteen hours.
    positions: 1801,
    past: { orders: 2, served: 0, unserved: 2, median_seconds: null },
    saved: { orders: 2, served: 0, unserved: 2, called_off: 0, offers_per_order: 0, median_pickup_metres: null },
    changed: { orders: 2, served: 2, unserved: 0, called_off: 0, offers_per_order: 1, median_pickup_metres: 2000 },
    drivers: [{ driver_id: day.driver.driverId, indicativ: day.driver.indicativ, saved: 0, changed: 2 }],
    bans: [],
    spared: [],
  })
  expect(result?.changed.median_seconds).toBeGreaterThan(1)
  expect(result?.changed.p90_seconds).toBeLessThan(120)
})

test('the same rules change nothing, and a range without orders says so', async () => {
  const same = await tried({ rules: rulesWithRadius(500) })
  expect(same.result?.changed).toMatchObject({ served: 0, unserved: 2 })
  const quiet = await tried({ rules: rulesWithRadius(500), from: '2026-03-09 13:00:00', to: '2026-03-09 14:00:00' })
  expect(quiet.result).toMatchObject({ past: { orders: 0 }, saved: { offers_per_order: null }, drivers: [] })
})

test('an order while the driver was off duty finds no driver, whatever the radius', async () => {
  await anUnservedOrder(server, day.companyId, '2026-03-09T21:00:00Z')
  expect((await tried({ rules: rulesWithRadius(5000) })).result?.changed).toMatchObject({ served: 2, unserved: 1 })
})

test("an order that a partner's driver would get reveals only in which square of 500 m the car was", async () => {
  const partner = await aCompany(server)
  await server.db.deleteFrom('driver_shifts').where('driver_id', '=', day.driver.driverId).execute()
  await aDayOnDuty(server, await aDriver(server, { companyId: partner.companyId }))
  await server.db
    .updateTable('orders')
    .set({ send_to_other_company: true, search_company_ids: [partner.companyId] })
    .where('created_by_company_id', '=', day.companyId)
    .execute()
  const { result } = await tried({ rules: rulesWithRadius(5000) })
  const metres = metresBetween(TOWN_SQUARE, coarsePoint(northOfPickup(2000)))
  expect(metres).not.toBe(2000)
  expect(result).toMatchObject({ changed: { served: 2, median_pickup_metres: metres }, drivers: [] })
})

test("orders that a partner's driver had count with the distance rounded to 500 m", async () => {
  const range = { from: '2026-03-08 04:00:00', to: '2026-03-08 20:00:00' }
  const past = async () => (await tried({ rules: rulesWithRadius(500), ...range })).result?.past
  expect(await past()).toMatchObject({ orders: 30, median_pickup_metres: 800 })
  const { companyId: partnerId } = await aCompany(server)
  await server.db
    .updateTable('orders')
    .set({ processed_by_company_id: partnerId })
    .where('created_by_company_id', '=', day.companyId)
    .execute()
  expect(await past()).toMatchObject({ orders: 30, median_pickup_metres: 1000 })
})

const at = (hour: string) => new Date(`2026-03-09T${hour}:00Z`)

test('a driver banned by hand at nine and paused at eleven gets neither order', async () => {
  const { driverId } = day.driver
  const ban = { reason: 'Reclamație', by_kind: 'dispatcher', ended_at: at('09:30'), end_reason: 'lifted' } as const
  await server.db
    .insertInto('user_bans')
    .values({ user_id: driverId, company_id: day.companyId, banned_at: at('08:30'), until: at('10:30'), ...ban })
    .execute()
  expect((await tried({ rules: rulesWithRadius(5000) })).result?.changed).toMatchObject({ served: 1, unserved: 1 })

  // Pauses are not stored: a search of that time passed the driver over because of one.
  const { orderId } = await aTripOf(driverId, '08:00', '08:20')
  await server.db
    .updateTable('search_rounds')
    .set({ started_at: at('10:50'), closed_at: at('11:20'), passed_over: JSON.stringify({ paused: [driverId] }) })
    .where('order_id', '=', orderId)
    .execute()
  expect((await tried({ rules: rulesWithRadius(5000) })).result?.changed).toMatchObject({ served: 1, unserved: 2 })
})

test('a trip assigned by hand keeps its driver from the order of that time', async () => {
  const { orderId } = await aTripOf(day.driver.driverId, '10:55', '11:40')
  await server.db.deleteFrom('search_walks').where('order_id', '=', orderId).execute()
  expect((await tried({ rules: rulesWithRadius(5000) })).result).toMatchObject({
    past: { orders: 2 },
    changed: { served: 1, unserved: 1 },
  })
})

/** Moves one of the driver's orders of the day before yesterday to yesterday, assigned by hand. */
async function aTripOf(driverId: DriverId, from: string, to: string): Promise<{ orderId: OrderId }> {
  const { id } = await server.db
    .selectFrom('orders')
    .select('id')
    .where('driver_id', '=', driverId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await server.db
    .updateTable('orders')
    .set({ created_at: at(from), placed_at: at(from), assigned_at: at(from), manually_assigned: true })
    .set({ trip_started_at: at(from), trip_finished_at: at(to) })
    .where('id', '=', id)
    .execute()
  return { orderId: id }
}

test('progress is sent to subscribers of the run, and never to another company', async () => {
  const { reply } = await server.request(startReplay, { body: { rules: rulesWithRadius(5000) } }, manager)
  const socket = await server.socket(manager)
  await socket.subscribe(replayChannel(reply.data.id))
  const unknown = await server.socket(await server.logIn((await aKnownDay(server)).manager))
  await unknown.subscribe(replayChannel(reply.data.id))
  expect(unknown.framesOf('error')).toHaveLength(1)
  await ended(reply.data.id)
  const again = await server.request(startReplay, { body: { rules: rulesWithRadius(800) } }, manager)
  await socket.subscribe(replayChannel(again.reply.data.id))
  await ended(again.reply.data.id)
  const { data } = await socket.waitForEvent<{ id: number; status: string }>(
    'replay_progress',
    (event) => event.status === 'done',
  )
  expect([reply.data.id, again.reply.data.id]).toContain((data as { id: number }).id)
  expect(unknown.framesOf('replay_progress')).toEqual([])
})

test('rules are refused field by field as when saving, and so is a range that lies in the future or is too long', async () => {
  const rules = rulesWithRadius(5)
  const [interval] = rules.intervals
  if (interval) Object.assign(interval, { value: { time_from: '25:00:00' } })
  const wrong = await server.request(startReplay, { body: { rules } }, manager)
  expect([wrong.status, Object.keys(wrong.body.errors as object)]).toEqual([
    422,
    [
      'rules.intervals.0.value.time_from',
      'rules.intervals.0.definitions.items.0.search_limit',
      'rules.intervals.0.definitions.items.1.search_limit',
    ],
  ])
  const ranges = [
    { from: '2026-03-10 09:00:00', to: '2026-03-10 11:00:00' },
    { from: '2026-03-07 00:00:00', to: '2026-03-09 00:00:00' },
    { from: '2026-01-01 00:00:00', to: '2026-01-01 10:00:00' },
    { from: '2026-03-09 10:00:00', to: '2026-03-09 10:00:00' },
  ]
  const fields = []
  for (const range of ranges) {
    const { status, body } = await server.request(
      startReplay,
      { body: { rules: rulesWithRadius(500), ...range } },
      manager,
    )
    fields.push([status, ...Object.keys(body.errors as object)])
  }
  expect(fields).toEqual([
    [422, 'to'],
    [422, 'to'],
    [422, 'from'],
    [422, 'to'],
  ])
})

test('only users who may change the rules may replay them', async () => {
  const { email } = await aUser(server, { roles: ['dispatcher'], companyIds: [day.companyId] })
  const dispatcher = await server.logIn(email)
  expect((await server.request(startReplay, { body: { rules: rulesWithRadius(500) } }, dispatcher)).status).toBe(403)
})

test('a company has one run at a time; after a cancel the next may start, and the canceled one stays canceled', async () => {
  const { reply } = await server.request(startReplay, { body: { rules: rulesWithRadius(5000) } }, manager)
  const params = { id: reply.data.id }
  const second = await server.request(startReplay, { body: { rules: rulesWithRadius(5000) } }, manager)
  expect([second.status, second.body.code]).toEqual([409, 'replay.already_running'])
  expect((await server.request(cancelReplay, { params, body: {} }, manager)).reply.data.status).toBe('canceled')
  expect((await tried({ rules: rulesWithRadius(5000) })).status).toBe('done')
  expect((await server.request(readReplay, { params }, manager)).reply.data).toMatchObject({
    status: 'canceled',
    result: null,
  })
  const { reply: list } = await server.request(listReplays, {}, manager)
  expect(list.data.map(({ status, result }) => [status, result])).toEqual([
    ['done', null],
    ['canceled', null],
  ])
})

test('a request repeated with its key starts one run', async () => {
  const headers = { 'idempotency-key': `trial-${day.companyId}` }
  const body = { rules: rulesWithRadius(5000) }
  const first = await server.request(startReplay, { body, headers }, manager)
  const again = await server.request(startReplay, { body, headers }, manager)
  expect(again.reply.data.id).toBe(first.reply.data.id)
  expect((await ended(first.reply.data.id)).status).toBe('done')
})

test('a thread that dies leaves a failed run, and the company can start another', async () => {
  const shapeless = { company_id: day.companyId, name: 'Fără contur', area_m2: 1, created_at: server.clock.now() }
  await server.db
    .insertInto('polygons')
    .values({ ...shapeless, paths: '[null, null, null]' })
    .execute()
  expect(await tried({ rules: rulesWithRadius(5000) })).toMatchObject({ status: 'failed', result: null })
  await server.db.deleteFrom('polygons').where('company_id', '=', day.companyId).execute()
  expect((await tried({ rules: rulesWithRadius(5000) })).status).toBe('done')
})

test('a run whose process is gone is failed at the next start; one with heartbeats is left alone', async () => {
  const silent = await aRunningRow(60)
  await using next = await aServer({ besides: server })
  await next.startJobs()
  const { reply } = await server.request(readReplay, { params: { id: silent } }, manager)
  expect(reply.data).toMatchObject({ status: 'failed', ended_at: '2026-03-10 10:00:00' })
  const alive = await aRunningRow(2)
  const refused = await server.request(startReplay, { body: { rules: rulesWithRadius(500) } }, manager)
  expect(refused.body.code).toBe('replay.already_running')
  expect((await server.request(readReplay, { params: { id: alive } }, manager)).reply.data.status).toBe('running')
})

test('the latest twenty runs of a company are stored', async () => {
  const now = server.clock.now()
  const range = { range_from: new Date(now.getTime() - 3_600_000), range_to: now }
  const old = { company_id: day.companyId, rules: '{}', ...range, asked_at: now, beat_at: now, ended_at: now }
  await server.db
    .insertInto('search_replays')
    .values(Array.from({ length: 30 }, () => ({ ...old, status: 'failed' as const })))
    .execute()
  await tried({ rules: rulesWithRadius(500) })
  const stored = await server.db
    .selectFrom('search_replays')
    .select('id')
    .where('company_id', '=', day.companyId)
    .execute()
  expect(stored.length).toBe(20)
})
