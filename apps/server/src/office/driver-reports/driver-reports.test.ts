import {
  listReportLinks,
  makeReportToken,
  readDriverReport,
  readDriverReportByPath,
  takeBackReportLink,
} from '@dispecerat/contract/office/driver-reports'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, anOrder, aUser } from '../../testing/builders.ts'

const PERIOD = { from: '2026-02-01 00:00:00', to: '2026-03-02 00:00:00' }

async function aFinishedTrip(server: TestServer, companyId: CompanyId, driverId: DriverId, finishedAt: string) {
  const { orderId } = await anOrder(server, { companyId })
  const trip_finished_at = new Date(finishedAt)
  await server.db
    .updateTable('orders')
    .set({ state: 'finished', driver_id: driverId, cost_bani: 2350, client_name: 'Client Secret', trip_finished_at })
    .where('id', '=', orderId)
    .execute()
  await server.db
    .insertInto('order_places')
    .values({ order_id: orderId, position: 1, name: 'Gara', lat: 45.66, long: 25.61 })
    .execute()
  return orderId
}

async function createFixture(server: TestServer) {
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const { driverId } = await aDriver(server, { companyId, indicativ: '27' })
  return { companyId, driverId, bossId: boss.userId, token: await server.logIn(boss.email) }
}

test('the link shows the finished trips of the period, and no passenger', async () => {
  await using server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  const { companyId, driverId, token } = await createFixture(server)
  const inside = await aFinishedTrip(server, companyId, driverId, '2026-02-10T10:00:00Z')
  await aFinishedTrip(server, companyId, driverId, '2026-03-02T00:00:00Z')
  const made = (await server.request(makeReportToken, { params: { id: driverId }, body: PERIOD }, token)).reply.data
  expect(made).toMatchObject({ path: `/driver/reports#${made.token}`, expires_at: '2026-03-08 18:00:00' })
  const answer = await server.request(readDriverReport, { body: { token: made.token } })
  const { driver, trips } = answer.reply.data
  expect(driver.indicativ).toBe('27')
  expect(trips).toEqual([
    expect.objectContaining({ id: inside, pickup: 'Piața Sfatului', destinations: ['Gara'], cost: 23.5 }),
  ])
  const { client_phone } = await server.db
    .selectFrom('orders')
    .select('client_phone')
    .where('id', '=', inside)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(answer.body)).not.toContain('Secret')
  expect(JSON.stringify(answer.body)).not.toContain(client_phone)
})

test('a fare that the company still has to confirm does not count as earned', async () => {
  await using server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  const { companyId, driverId, token } = await createFixture(server)
  const id = await aFinishedTrip(server, companyId, driverId, '2026-02-10T10:00:00Z')
  await server.db.updateTable('orders').set({ fare_doubt: 'above_time' }).where('id', '=', id).execute()
  const made = (await server.request(makeReportToken, { params: { id: driverId }, body: PERIOD }, token)).reply.data
  const { reply } = await server.request(readDriverReport, { body: { token: made.token } })
  expect(reply.data.trips).toMatchObject([{ id, cost: null, fare_doubted: true }])
})

test('an expired link and an invented one get the same reply; only the hash of a link is stored', async () => {
  await using server = await aServer()
  const { driverId, token } = await createFixture(server)
  const body = { ...PERIOD, expires_days: 1 }
  const made = (await server.request(makeReportToken, { params: { id: driverId }, body }, token)).reply.data
  const read = (link: string) => server.request(readDriverReport, { body: { token: link } })
  const rows = await server.db.selectFrom('report_tokens').select('token_hash').execute()
  expect(rows.map(({ token_hash }) => token_hash.toString('base64url'))).not.toContain(made.token)
  server.pass(86_400)
  const [late, never] = [await read(made.token), await read('x'.repeat(43))]
  expect([late.status, never.status]).toEqual([404, 404])
  expect(late.body).toEqual(never.body)
})

test('trips driven for another company of the driver are not shown by this one’s link', async () => {
  await using server = await aServer()
  const { driverId, token } = await createFixture(server)
  const other = await aCompany(server)
  await server.db.insertInto('user_companies').values({ user_id: driverId, company_id: other.companyId }).execute()
  await aFinishedTrip(server, other.companyId, driverId, '2026-02-10T10:00:00Z')
  const made = (await server.request(makeReportToken, { params: { id: driverId }, body: PERIOD }, token)).reply.data
  expect((await server.request(readDriverReport, { body: { token: made.token } })).reply.data.trips).toEqual([])
})

test('only administrators of the driver’s company create links, about drivers alone, for a year at most', async () => {
  await using server = await aServer()
  const { companyId, driverId, token } = await createFixture(server)
  const unknown = await createFixture(server)
  const dispatcher = await aDispatcher(server, { companyId })
  const make = (id: number, as: string, body: object = {}) =>
    server.request(makeReportToken, { params: { id }, body: { ...PERIOD, ...body } }, as)
  expect((await make(driverId, unknown.token)).status).toBe(404)
  expect((await make(dispatcher.userId, token)).status).toBe(404)
  expect((await make(driverId, await server.logIn(dispatcher.email))).status).toBe(403)
  expect((await make(driverId, token, { to: '2026-01-01 00:00:00' })).body.errors).toHaveProperty('to')
  expect((await make(driverId, token, { to: '2027-03-01 00:00:00' })).body.errors).toHaveProperty('to')
  expect((await make(driverId, token, { expires_days: 91 })).body.errors).toHaveProperty('expires_days')
})

test('the driver sees their own percentage beside the usual one, and no other name', async () => {
  await using server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  const { companyId, driverId, token } = await createFixture(server)
  const rival = await aDriver(server, { companyId, indicativ: '99' })
  for (const id of [driverId, rival.driverId]) {
    const { car_id } = await server.db
      .selectFrom('driver_cars')
      .select('car_id')
      .where('driver_id', '=', id)
      .executeTakeFirstOrThrow()
    const started_at = new Date('2026-02-10T08:00:00Z')
    const stopped_at = new Date('2026-02-10T12:00:00Z')
    await server.db.insertInto('driver_shifts').values({ driver_id: id, car_id, started_at, stopped_at }).execute()
  }
  await aFinishedTrip(server, companyId, driverId, '2026-02-10T10:00:00Z')
  const made = (await server.request(makeReportToken, { params: { id: driverId }, body: PERIOD }, token)).reply.data
  const answer = await server.request(readDriverReport, { body: { token: made.token } })
  expect(answer.reply.data.fairness).toMatchObject({
    hours: 4,
    earnings_per_hour: 5.88,
    usual_per_hour: 5.88,
    place: 1,
    among: 2,
    offers: 0,
  })
  const { name } = await server.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', rival.driverId)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(answer.body)).not.toContain(name)
})

test('a company’s administrators see and revoke each other’s links; another company’s see and revoke none', async () => {
  await using server = await aServer()
  const { companyId, driverId, bossId, token } = await createFixture(server)
  const colleague = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const other = await createFixture(server)
  const made = (await server.request(makeReportToken, { params: { id: driverId }, body: PERIOD }, token)).reply.data
  const list = async (as: string) =>
    (await server.request(listReportLinks, { query: { driver_id: driverId } }, as)).reply.data
  const theirs = await server.logIn(colleague.email)
  const [link, ...more] = await list(theirs)
  expect(more).toEqual([])
  expect(link).toMatchObject({ driver: { id: driverId }, made_by: { id: bossId }, from: PERIOD.from, to: PERIOD.to })
  expect(JSON.stringify(link)).not.toContain(made.token)
  expect(await list(other.token)).toEqual([])
  const params = { id: link?.id ?? '' }
  expect((await server.request(takeBackReportLink, { params }, other.token)).status).toBe(404)
  expect((await server.request(readDriverReport, { body: { token: made.token } })).status).toBe(200)
  expect((await server.request(takeBackReportLink, { params }, theirs)).status).toBe(200)
  expect((await server.request(readDriverReport, { body: { token: made.token } })).status).toBe(404)
  expect(await list(token)).toEqual([])
  expect((await server.request(takeBackReportLink, { params }, theirs)).status).toBe(404)
  const entries = await server.db.selectFrom('audit_log').select('action').orderBy('id').execute()
  expect(entries.map(({ action }) => action)).toEqual(['report_link_made', 'report_link_ended'])
})

test('a link ends with the role, the membership or the account of its creator; a URL with the token still opens', async () => {
  await using server = await aServer()
  const { db } = server
  const { companyId, driverId, bossId, token } = await createFixture(server)
  const made = (await server.request(makeReportToken, { params: { id: driverId }, body: PERIOD }, token)).reply.data
  const params = { token: made.token }
  const opens = async () => (await server.request(readDriverReportByPath, { params })).status
  expect(await opens()).toBe(200)
  await db.updateTable('user_roles').set({ role: 'dispatcher' }).where('user_id', '=', bossId).execute()
  expect(await opens()).toBe(404)
  await db.updateTable('user_roles').set({ role: 'company_admin' }).where('user_id', '=', bossId).execute()
  await db.deleteFrom('user_companies').where('user_id', '=', bossId).execute()
  expect(await opens()).toBe(404)
  await db.insertInto('user_companies').values({ user_id: bossId, company_id: companyId }).execute()
  const revoked = { company_id: companyId, role: 'company_admin' as const, permission: 'report_tokens.make' }
  await db.insertInto('revoked_permissions').values(revoked).execute()
  expect(await opens()).toBe(404)
  await db.deleteFrom('revoked_permissions').execute()
  expect(await opens()).toBe(200)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', bossId).execute()
  expect(await opens()).toBe(404)
})
