import { readDriversInfo, readZoneStatistics } from '@dispecerat/contract/geography/zones'
import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import { readStatistics } from '@dispecerat/contract/orders/company-dispatch'
import { asId, type CompanyId, type DriverId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Roads } from '../../adapters/routing/roads.ts'
import { straightLineRouter } from '../../adapters/routing/straight-line-router.ts'
import { createFleet, type RunningFleet } from '../../fleet/fleet.jobs.ts'
import { KnownSessions } from '../../identity/sessions/known-sessions.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { createHttp } from '../../platform/http/http-server.ts'
import { openNodeBus } from '../../platform/realtime/node-bus.ts'
import { addressOf, aServer, type TestServer } from '../../testing/a-server.ts'
import { aClient, aCompany, aDispatcher, aDriver, anOrder, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { statisticsRoutes } from './statistics.routes.ts'
import { SupplyBoard } from './supply-board.ts'

let server: TestServer
let fleet: RunningFleet
let http: FastifyInstance
let mine: CompanyId
let theirs: CompanyId
let dispatcher: string
let rival: string

beforeAll(async () => {
  server = await aServer()
  const { db, clock, log } = server
  fleet = createFleet(server, server.realtime, openNodeBus(null, log))
  const sessions = new KnownSessions({ db, clock })
  http = await createHttp({
    log,
    findLogin: (token) => sessions.findLogin(token),
    answered: () => undefined,
    publicOrigins: [],
    consoleDist: '/no-console',
  })
  statisticsRoutes(http, server, server.realtime, {
    fleet,
    supply: new SupplyBoard(server, fleet, new Roads(straightLineRouter, server.clock)),
  })
})
beforeEach(async () => {
  // 00:30 in Bucharest.
  server.clock.set('2026-03-01T22:30:00Z')
  mine = (await aCompany(server)).companyId
  theirs = (await aCompany(server)).companyId
  dispatcher = await server.logIn((await aDispatcher(server, { companyId: mine })).email)
  rival = await server.logIn((await aDispatcher(server, { companyId: theirs })).email)
})
afterAll(async () => {
  await http.close()
  await server.stop()
})

async function read<E extends Endpoint>(endpoint: E, question: RequestInput<E>, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await http.inject({ method: endpoint.method, url: addressOf(endpoint, question), headers })
  if (answer.statusCode >= 400) throw new Error(`${answer.statusCode} ${answer.json().code}`)
  return z.parse(endpoint.reply, answer.json()) as z.output<E['reply']>
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

async function orderAt(placedAt: string | null, canceledAt: string | null = null, deletedAt: string | null = null) {
  const { orderId } = await anOrder(server, { companyId: mine, state: 'new' })
  const canceled = canceledAt && ({ state: 'canceled', cancellation_reason_type: 'client_canceled' } as const)
  await server.db
    .updateTable('orders')
    .set({
      placed_at: instant(placedAt),
      canceled_at: instant(canceledAt),
      deleted_at: instant(deletedAt),
      ...(canceled || {}),
    })
    .where('id', '=', orderId)
    .execute()
}

async function aZone(companyId: CompanyId, name: string, around = TOWN_SQUARE) {
  const { lat, long } = around
  const ring = [
    { lat: lat - 0.005, long: long - 0.005 },
    { lat: lat + 0.005, long: long - 0.005 },
    { lat: lat + 0.005, long: long + 0.005 },
    { lat: lat - 0.005, long: long + 0.005 },
  ]
  const row = { company_id: companyId, name, paths: JSON.stringify(ring), area_m2: 1e6, created_at: server.clock.now() }
  const { id } = await server.db.insertInto('polygons').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Loads the fleet's memory as after a start. */
async function readFleet() {
  await fleet.start()
  await fleet.stop()
}

async function change(driverId: DriverId, set: { is_busy?: boolean; is_paused?: boolean; idle_from?: Date | null }) {
  await server.db.updateTable('driver_status').set(set).where('driver_id', '=', driverId).execute()
}

describe('counts of the top bar', () => {
  test('today begins at midnight in Bucharest; the last day is 24 hours; drafts and deleted orders do not count', async () => {
    await orderAt('2026-03-01T22:10:00Z')
    await orderAt('2026-03-01T21:59:00Z', '2026-03-01T22:05:00Z')
    await orderAt('2026-03-01T12:00:00Z', '2026-03-01T12:05:00Z')
    await orderAt('2026-02-28T22:00:00Z', '2026-02-28T22:20:00Z')
    await orderAt('2026-03-01T22:20:00Z', null, '2026-03-01T22:25:00Z')
    await orderAt(null)

    expect(await read(readStatistics, {}, dispatcher)).toMatchObject({
      ordersTodayCount: 1,
      ordersTotalCount: 4,
      canceledOrdersTodayCount: 1,
      ordersLast24hCount: 3,
      canceledOrdersLast24hCount: 2,
      announcesCount: 0,
      incidentsCount: 0,
    })
    expect(await read(readStatistics, {}, rival)).toMatchObject({ ordersTotalCount: 0, canceledOrdersLast24hCount: 0 })
  })

  test("clients are those of the actor's companies; an admin counts all", async () => {
    await aClient(server, { companyIds: [mine, theirs] })
    await aClient(server, { companyIds: [mine] })
    expect((await read(readStatistics, {}, dispatcher)).clientsCount).toBe(2)
    expect((await read(readStatistics, {}, rival)).clientsCount).toBe(1)
    const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
    expect((await read(readStatistics, {}, admin)).clientsCount).toBe(2)
  })

  test('a client counts until the company erases them, whatever becomes of an account with the same phone', async () => {
    const { clientId } = await aClient(server, { companyIds: [mine] })
    const { clientId: erased } = await aClient(server, { companyIds: [mine] })
    await server.db.updateTable('users').set({ deleted_at: server.clock.now() }).where('id', '=', clientId).execute()
    await server.db.deleteFrom('company_clients').where('user_id', '=', erased).execute()
    expect((await read(readStatistics, {}, dispatcher)).clientsCount).toBe(1)
  })

  test('announcements count while they run, incidents until they are closed, both for their own company', async () => {
    const at = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000)
    const announce = (starts_at: Date, ends_at: Date | null, deleted_at: Date | null = null) => ({
      company_id: mine,
      title: 'Ger',
      text: 'Drumuri alunecoase',
      audience: 'all' as const,
      starts_at,
      ends_at,
      created_at: at(-60),
      deleted_at,
    })
    await server.db
      .insertInto('announcements')
      .values([
        announce(at(-5), null),
        announce(at(-5), at(5)),
        announce(at(5), null),
        announce(at(-9), at(-5)),
        announce(at(-5), null, at(-1)),
      ])
      .execute()
    const incident = { company_id: mine, type: 'sos' as const, created_at: at(-5) }
    await server.db
      .insertInto('incidents')
      .values([
        { ...incident, status: 'open' },
        { ...incident, status: 'in_work' },
        { ...incident, status: 'closed', closed_at: at(-1) },
      ])
      .execute()
    expect(await read(readStatistics, {}, dispatcher)).toMatchObject({ announcesCount: 2, incidentsCount: 2 })
    expect(await read(readStatistics, {}, rival)).toMatchObject({ announcesCount: 0, incidentsCount: 0 })
  })

  test('counts are recomputed after five seconds, drivers at once', async () => {
    expect(await read(readStatistics, {}, dispatcher)).toMatchObject({ ordersTotalCount: 0, driversCount: 0 })
    await orderAt('2026-03-01T22:10:00Z')
    await aDriver(server, { companyId: mine, at: TOWN_SQUARE })
    await aDriver(server, { companyId: mine, at: TOWN_SQUARE, isPaused: true })
    await aDriver(server, { companyId: mine })
    await readFleet()
    server.pass(4)
    expect(await read(readStatistics, {}, dispatcher)).toMatchObject({
      ordersTotalCount: 0,
      driversCount: 3,
      driversOnlineCount: 2,
      driversBusyCount: 0,
      driversFreeCount: 1,
    })
    expect((await read(readStatistics, {}, rival)).driversCount).toBe(0)
    server.pass(1)
    expect((await read(readStatistics, {}, dispatcher)).ordersTotalCount).toBe(1)
  })
})

test('a change in the event log is counted at once, not after five seconds', async () => {
  expect((await read(readStatistics, {}, dispatcher)).ordersTotalCount).toBe(0)
  await orderAt('2026-03-01T22:10:00Z')
  const event: LogEvent = {
    event: 'live_orders_updated',
    toCompanies: [mine],
    data: { order_id: asId(1), type: 'live' },
  }
  await server.db.transaction().execute((tx) => record(tx, [event], server.clock.now()))
  await server.remembers()
  expect((await read(readStatistics, {}, dispatcher)).ordersTotalCount).toBe(1)
})

describe('drivers of a zone', () => {
  test('busy and free drivers are counted per zone; paused ones are neither; empty zones are included', async () => {
    const centre = await aZone(mine, 'Centru')
    const north = await aZone(mine, 'Nord', { lat: 45.7, long: 25.6 })
    await aZone(theirs, 'Zona altora')
    await aDriver(server, { companyId: mine, at: TOWN_SQUARE })
    await aDriver(server, { companyId: mine, at: TOWN_SQUARE, isPaused: true })
    await aDriver(server, { companyId: theirs, at: TOWN_SQUARE })
    const busy = await aDriver(server, { companyId: mine, at: TOWN_SQUARE })
    await change(busy.driverId, { is_busy: true })
    await readFleet()

    expect(await read(readZoneStatistics, {}, dispatcher)).toEqual([
      { polygonId: centre, company_id: mine, name: 'Centru', busyDrivers: 1, freeDrivers: 1 },
      { polygonId: north, company_id: mine, name: 'Nord', busyDrivers: 0, freeDrivers: 0 },
    ])
  })

  test("the longest waiting comes first; another company's zone does not exist", async () => {
    const centre = await aZone(mine, 'Centru')
    const otherTenant = await aZone(theirs, 'Zona altora')
    const ids = new Map<string, number>()
    const waits = async (
      indicativ: string,
      since: string | null,
      set: { is_busy?: boolean; is_paused?: boolean } = {},
    ) => {
      const { driverId } = await aDriver(server, { companyId: mine, at: TOWN_SQUARE, indicativ })
      ids.set(indicativ, driverId)
      await change(driverId, { idle_from: since === null ? null : new Date(since), ...set })
    }
    await waits('7', '2026-03-01T22:20:00Z')
    await waits('12', '2026-03-01T21:00:00Z')
    await waits('30', null)
    await waits('40', '2026-03-01T20:00:00Z', { is_paused: true })
    await waits('41', '2026-03-01T20:00:00Z', { is_busy: true })
    await aDriver(server, { companyId: mine, at: { lat: 45.7, long: 25.6 }, indicativ: '50' })
    await aDriver(server, { companyId: theirs, at: TOWN_SQUARE, indicativ: '60' })
    await readFleet()

    const shown = await read(readDriversInfo, { query: { polygon_id: centre } }, dispatcher)
    expect(shown.map(({ indicativ, idle_from }) => [indicativ, idle_from])).toEqual([
      ['12', '2026-03-01 21:00:00'],
      ['7', '2026-03-01 22:20:00'],
      ['30', null],
    ])
    expect(shown[0]?.driver_id).toBe(ids.get('12'))
    // Drivers in no zone of their company are requested without a zone.
    expect((await read(readDriversInfo, { query: {} }, dispatcher)).map((one) => one.indicativ)).toEqual(['50'])
    expect((await read(readDriversInfo, { query: {} }, rival)).map((one) => one.indicativ)).toEqual([])
    const refused = read(readDriversInfo, { query: { polygon_id: otherTenant } }, dispatcher)
    await expect(refused).rejects.toThrow('404 zone.unknown')
  })
})
