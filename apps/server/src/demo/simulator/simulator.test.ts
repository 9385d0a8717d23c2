import { CLOSE } from '@dispecerat/contract/api/realtime'
import * as contract from '@dispecerat/contract/demo/simulator'
import { driverMe, startShift } from '@dispecerat/contract/dispatch/driver'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { metresBetween } from '@dispecerat/domain/kernel/geo'
import { asId, type CompanyId, type DriverId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, anOrder, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { expectInvariants } from '../../testing/search-fixture.ts'

interface Lab {
  server: TestServer
  companyId: CompanyId
  admin: string
}

async function adminOf(server: TestServer, companyIds: CompanyId[]): Promise<string> {
  const { email } = await aUser(server, { roles: ['company_admin'], companyIds })
  return server.logIn(email)
}

async function aLab(): Promise<Lab & AsyncDisposable> {
  const server = await aServer()
  const { companyId } = await aCompany(server)
  const admin = await adminOf(server, [companyId])
  await server.startJobs()
  return { server, companyId, admin, [Symbol.asyncDispose]: () => server.stop() }
}

async function make({ server, companyId, admin }: Lab, count: number) {
  const made = await server.request(contract.createSimulatedDrivers, { body: { company_id: companyId, count } }, admin)
  return made.reply.data
}

async function handOut({ server, admin }: Lab, driverIds: DriverId[]) {
  const { reply } = await server.request(contract.openSimulatedPhones, { body: { driver_ids: driverIds } }, admin)
  return reply.data
}

/** One simulated driver on duty at the square. */
async function onDuty(lab: Lab) {
  const [driver] = await make(lab, 1)
  const [phone] = await handOut(lab, [asId<UserId>(driver?.id ?? 0)])
  if (!driver || !phone) throw new Error('no driver was made')
  await lab.server.request(startShift, { body: {} }, phone.token)
  return { ...driver, token: phone.token }
}

async function assign({ server, companyId }: Lab, driverId: DriverId): Promise<OrderId> {
  const { orderId } = await anOrder(server, { companyId })
  await server.db
    .updateTable('orders')
    .set({ state: 'assigned', trip_state: 'started', driver_id: driverId, assigned_at: server.clock.now() })
    .where('id', '=', orderId)
    .execute()
  await server.db.updateTable('driver_status').set({ is_busy: true }).where('driver_id', '=', driverId).execute()
  return orderId
}

test('drivers are created with a car each near the company, and their tokens work', async () => {
  await using lab = await aLab()
  const drivers = await make(lab, 3)
  expect(drivers.map(({ indicativ }) => indicativ)).toEqual(['S1', 'S2', 'S3'])
  for (const { at } of drivers) expect(metresBetween(at, TOWN_SQUARE)).toBeLessThanOrEqual(1501)
  expect((await make(lab, 1)).map(({ indicativ }) => indicativ)).toEqual(['S4'])

  const phones = await handOut(lab, [asId<UserId>(drivers[0]?.id ?? 0)])
  const on = await lab.server.request(startShift, { body: {} }, phones[0]?.token)
  expect(on.reply.data).toMatchObject({ on_shift: true, car: { indicativ: 'S1' } })
  const { reply } = await lab.server.request(contract.readSimulator, {}, lab.admin)
  expect(reply.data.drivers.map(({ on_shift }) => on_shift)).toEqual([true, false, false, false])
})

test('drivers created at a stand are within its radius; another company’s zone gives zone.unknown', async () => {
  await using lab = await aLab()
  const { server, companyId, admin } = lab
  const { lat, long } = TOWN_SQUARE
  const stand = { company_id: companyId, name: 'Gară', lat, long, created_at: server.clock.now() }
  const { id } = await server.db.insertInto('stands').values(stand).returning('id').executeTakeFirstOrThrow()
  const body = { company_id: companyId, count: 5, at: { stand_id: id } }
  const made = await server.request(contract.createSimulatedDrivers, { body }, admin)
  for (const { at } of made.reply.data) expect(metresBetween(at, TOWN_SQUARE)).toBeLessThanOrEqual(100)

  const { companyId: other } = await aCompany(server)
  const theirs = { company_id: other, name: 'Nord', paths: '[]', area_m2: 1, created_at: server.clock.now() }
  const zone = await server.db.insertInto('polygons').values(theirs).returning('id').executeTakeFirstOrThrow()
  const there = { company_id: companyId, count: 1, at: { zone_id: zone.id } }
  expect((await server.request(contract.createSimulatedDrivers, { body: there }, admin)).body.code).toBe('zone.unknown')
})

test.each([0, 51, 1.5])('%s drivers in one request are refused with the field', async (count) => {
  await using lab = await aLab()
  const body = { company_id: lab.companyId, count }
  const answer = await lab.server.request(contract.createSimulatedDrivers, { body }, lab.admin)
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['count']])
})

test('a repeated request creates no second fleet', async () => {
  await using lab = await aLab()
  const body = { company_id: lab.companyId, count: 2 }
  const once = { body, headers: { 'idempotency-key': 'flota-1' } }
  const first = await lab.server.request(contract.createSimulatedDrivers, once, lab.admin)
  const again = await lab.server.request(contract.createSimulatedDrivers, once, lab.admin)
  expect(again.reply).toEqual(first.reply)
  const { reply } = await lab.server.request(contract.readSimulator, {}, lab.admin)
  expect(reply.data.drivers).toHaveLength(2)
})

test('opening phones again closes the earlier sessions, and no token is stored', async () => {
  await using lab = await aLab()
  const { server, admin } = lab
  const [driver] = await make(lab, 1)
  const body = { driver_ids: [driver?.id ?? 0] }
  const once = { body, headers: { 'idempotency-key': 'mana-mea' } }
  const first = (await server.request(contract.openSimulatedPhones, once, admin)).reply.data[0]?.token ?? ''
  const socket = await server.socket(first)
  const second = (await server.request(contract.openSimulatedPhones, once, admin)).reply.data[0]?.token ?? ''
  expect(second).not.toBe(first)
  expect(await socket.closed()).toBe(CLOSE.badToken)
  expect((await server.request(driverMe, {}, first)).status).toBe(401)
  expect((await server.request(driverMe, {}, second)).status).toBe(200)
  const storedResults = await server.db.selectFrom('idempotency_keys').select('result').execute()
  expect(JSON.stringify(storedResults)).not.toContain('tx_')
})

test('a removed driver is in no list, and the connection is closed', async () => {
  await using lab = await aLab()
  const { server, admin } = lab
  const driver = await onDuty(lab)
  const socket = await server.socket(driver.token)
  const gone = await server.request(contract.removeSimulatedDriver, { params: { id: driver.id } }, admin)
  expect(gone.reply).toEqual({ ok: true })
  expect(await socket.closed()).toBe(CLOSE.badToken)
  expect((await server.request(contract.readSimulator, {}, admin)).reply.data.drivers).toEqual([])
  const again = await server.request(contract.removeSimulatedDriver, { params: { id: driver.id } }, admin)
  expect(again.body.code).toBe('driver.unknown')
  await expectInvariants(server)
})

test('a driver with an order is not removed, unless forced: then the order is returned', async () => {
  await using lab = await aLab()
  const { server, admin, companyId } = lab
  const driver = await onDuty(lab)
  const orderId = await assign(lab, asId<UserId>(driver.id))
  const refused = await server.request(contract.removeSimulatedDriver, { params: { id: driver.id } }, admin)
  expect([refused.status, refused.body.code]).toEqual([409, 'driver.has_active_order'])
  const all = { query: { company_id: companyId } }
  expect((await server.request(contract.removeSimulatedDrivers, all, admin)).reply).toEqual({
    removed: [],
    kept: [driver.id],
  })

  const forced = { query: { company_id: companyId, force: 'true' as const } }
  expect((await server.request(contract.removeSimulatedDrivers, forced, admin)).reply.removed).toEqual([driver.id])
  const { reply } = await server.request(readOrder, { params: { id: orderId } }, admin)
  expect(reply.data).toMatchObject({
    state: 'canceled',
    cancellation_reason_type: 'driver_canceled',
    cancellation_reason_text: `${driver.id}~Șofer simulat retras`,
  })
})

test('drivers without an open session are removed by the job; the others stay', async () => {
  await using lab = await aLab()
  const { server } = lab
  const forgotten = await onDuty(lab)
  const orderId = await assign(lab, asId<UserId>(forgotten.id))
  server.pass(13 * 3600)
  const laterAdmin = await adminOf(server, [lab.companyId])
  const activeDriver = await onDuty({ ...lab, admin: laterAdmin })
  await using again = await aServer({ besides: server })
  await again.startJobs()
  const living = async () =>
    (await server.request(contract.readSimulator, {}, laterAdmin)).reply.data.drivers.map(({ id }) => id)
  await expect.poll(living, { timeout: 30_000 }).toEqual([activeDriver.id])
  const order = await server.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst()
  expect(order?.state).toBe('canceled')
})

test('fleets created for load tests cannot be removed through the simulator', async () => {
  await using lab = await aLab()
  const { userId } = await aUser(lab.server, { roles: ['driver'], companyIds: [lab.companyId] })
  await lab.server.db.updateTable('users').set({ is_simulated: true }).where('id', '=', userId).execute()
  const answer = await lab.server.request(contract.removeSimulatedDriver, { params: { id: userId } }, lab.admin)
  expect(answer.body.code).toBe('driver.unknown')
})
