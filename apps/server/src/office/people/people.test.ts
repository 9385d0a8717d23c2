import { exportPeople, listMyCompanies, listPeople, readPerson } from '@dispecerat/contract/office/people'
import { listUsers } from '@dispecerat/contract/office/users'
import { readDriver } from '@dispecerat/contract/orders/company-dispatch'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aClient, aCompany, aDispatcher, aDriver, anOrder, aUser, TOWN_SQUARE } from '../../testing/builders.ts'

let server: TestServer
let companyId: CompanyId
let otherCompanyId: CompanyId
let manager: string
let dispatcher: string
let admin: string

beforeAll(async () => {
  server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  companyId = (await aCompany(server)).companyId
  otherCompanyId = (await aCompany(server)).companyId
  const roles = ['company_admin'] as const
  manager = await server.logIn((await aUser(server, { roles, companyIds: [companyId] })).email)
  dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
})
afterAll(() => server.stop())

async function found(body: object, token = manager) {
  return (await server.request(listPeople, { body: { type: 'driver', ...body } as never }, token)).reply
}

test('the list of drivers shows call sign, balance, documents and state', async () => {
  const { driverId } = await aDriver(server, { companyId, indicativ: '27' })
  await server.db.updateTable('users').set({ name: 'Ștefan Ene' }).where('id', '=', driverId).execute()
  await server.db
    .insertInto('driver_papers')
    .values({ driver_id: driverId, licence_no: 'B1', licence_until: '2026-03-20', attestation_until: '2027-01-01' })
    .execute()
  const { data } = await found({ search: 'stefan ene' })
  expect(data).toMatchObject([
    {
      id: driverId,
      indicativ: '27',
      balance: 0,
      papers: 'ending',
      state: 'active',
      companies: [{ id: companyId }],
    },
  ])
  expect((await found({ papers: 'ending' })).data.map(({ id }) => id)).toEqual([driverId])
  expect((await found({ papers: 'expired' })).data).toEqual([])
})

test('a driver was last seen when the phone last reported its state or position', async () => {
  const roaming = await aDriver(server, { companyId, at: TOWN_SQUARE })
  const parked = await aDriver(server, { companyId })
  const at = (time: string) => new Date(`2026-03-01T${time}:00Z`)
  await server.db
    .insertInto('driver_last_positions')
    .values({ driver_id: roaming.driverId, ...TOWN_SQUARE, recorded_at: at('17:30') })
    .onConflict((conflict) => conflict.column('driver_id').doUpdateSet({ recorded_at: at('17:30') }))
    .execute()
  await server.db
    .insertInto('devices')
    .values({
      company_id: companyId,
      user_id: parked.driverId,
      platform: 'android',
      install_id: 'parcat',
      created_at: at('15:00'),
      last_seen_at: at('16:00'),
    })
    .execute()
  const { data } = await found({ sort: '-last_seen_at' })
  const seen = new Map(data.map(({ id, last_seen_at }) => [id, last_seen_at]))
  expect([seen.get(roaming.driverId), seen.get(parked.driverId)]).toEqual([
    '2026-03-01 17:30:00',
    '2026-03-01 16:00:00',
  ])
  const order = data.map(({ id }) => id).filter((id) => id === roaming.driverId || id === parked.driverId)
  expect(order).toEqual([roaming.driverId, parked.driverId])
})

test('the list is filtered by state: closed, banned or active', async () => {
  const closed = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId], name: 'Închis Ion' })
  await server.db.updateTable('users').set({ is_active: false }).where('id', '=', closed.userId).execute()
  const banUntil = new Date('2026-04-01T00:00:00Z')
  const banned = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId], name: 'Blocat Ion', banUntil })
  const of = async (state: string) => (await found({ type: 'dispatcher', state })).data.map(({ id }) => id)
  expect(await of('deactivated')).toEqual([closed.userId])
  expect(await of('banned')).toEqual([banned.userId])
  const active = await of('active')
  expect(active).not.toContain(closed.userId)
  expect(active).not.toContain(banned.userId)
})

test('rows are sorted by the server, in both directions, and call signs as numbers', async () => {
  for (const indicativ of ['9', '10', '101']) {
    const { driverId } = await aDriver(server, { companyId, indicativ })
    await server.db
      .updateTable('users')
      .set({ name: `Sortat ${indicativ}` })
      .where('id', '=', driverId)
      .execute()
  }
  const signs = async (sort: string) => (await found({ search: 'sortat', sort })).data.map(({ indicativ }) => indicativ)
  expect(await signs('indicativ')).toEqual(['9', '10', '101'])
  expect(await signs('-indicativ')).toEqual(['101', '10', '9'])
  const names = (await found({ search: 'sortat', sort: '-name' })).data.map(({ name }) => name)
  expect(names).toEqual(['Sortat 9', 'Sortat 101', 'Sortat 10'])
  const unknown = await server.request(listPeople, { body: { type: 'driver', sort: 'password_hash' } }, manager)
  expect(unknown.status).toBe(422)
})

test('a client is listed once, under the name that the company stored, with the orders there', async () => {
  const { clientId } = await aClient(server, { companyIds: [companyId, otherCompanyId], name: 'Doamna Pop' })
  const { orderId } = await anOrder(server, { companyId })
  const elsewhere = await anOrder(server, { companyId: otherCompanyId })
  await server.db
    .updateTable('orders')
    .set({ client_id: clientId })
    .where('id', 'in', [orderId, elsewhere.orderId])
    .execute()
  const mine = await found({ type: 'client', search: 'doamna pop' })
  expect(mine.data).toMatchObject([{ id: clientId, name: 'Doamna Pop', orders_count: 1 }])
  expect(mine.meta.total).toBe(1)
  const everybodys = await found({ type: 'client', search: 'doamna pop' }, admin)
  expect(everybodys.data).toMatchObject([{ id: clientId, orders_count: 2 }])
  expect(everybodys.meta.total).toBe(1)
})

test('pages do not overlap and have the total count', async () => {
  for (let n = 0; n < 5; n++) await aClient(server, { companyIds: [companyId], name: `Pagina ${n}` })
  const one = await found({ type: 'client', search: 'pagina', sort: 'name', per_page: 3 })
  const two = await found({ type: 'client', search: 'pagina', sort: 'name', per_page: 3, page: 2 })
  expect([...one.data, ...two.data].map(({ name }) => name)).toEqual([0, 1, 2, 3, 4].map((n) => `Pagina ${n}`))
  expect(one.meta).toMatchObject({ total: 5, total_is_capped: false, page: 1, per_page: 3 })
})

test('access to each list follows the role matrix: a dispatcher reads drivers and clients, only administrators read administrators', async () => {
  const status = async (type: string, token: string) =>
    (await server.request(listPeople, { body: { type: type as 'driver' } }, token)).status
  const types = ['driver', 'client', 'dispatcher', 'company', 'admin']
  expect(await Promise.all(types.map((type) => status(type, dispatcher)))).toEqual([200, 200, 403, 403, 403])
  expect(await Promise.all(types.map((type) => status(type, manager)))).toEqual([200, 200, 200, 200, 403])
  expect(await Promise.all(types.map((type) => status(type, admin)))).toEqual([200, 200, 200, 200, 200])
})

test('a user of another company is in no list and has no page', async () => {
  const { driverId } = await aDriver(server, { companyId: otherCompanyId })
  await server.db.updateTable('users').set({ name: 'Vecin Străin' }).where('id', '=', driverId).execute()
  expect((await found({ search: 'vecin' })).data).toEqual([])
  expect((await found({ company_id: otherCompanyId })).data).toEqual([])
  expect((await server.request(readPerson, { params: { id: driverId } }, manager)).status).toBe(404)
})

test('the page of a person has the permissions of its reader', async () => {
  const { driverId } = await aDriver(server, { companyId })
  const { clientId } = await aClient(server, { companyIds: [companyId], name: 'Domnul Rus', about: 'Scara B' })
  const page = async (id: number, token: string) =>
    (await server.request(readPerson, { params: { id } }, token)).reply.data
  expect(await page(driverId, manager)).toMatchObject({ may: { administer: true, ban: true }, papers: 'missing' })
  expect(await page(driverId, dispatcher)).toMatchObject({ may: { administer: false, note: false, ban: true } })
  expect(await page(clientId, dispatcher)).toMatchObject({
    name: 'Domnul Rus',
    about: 'Scara B',
    may: { administer: false, note: true },
  })
})

test('the page of a driver contains car, position and work as in GET /api/drivers/{id}; other pages do not', async () => {
  const { driverId, indicativ } = await aDriver(server, { companyId, indicativ: '58', at: TOWN_SQUARE, isPaused: true })
  const { clientId } = await aClient(server, { companyIds: [companyId] })
  const read = async (id: number, token = dispatcher) =>
    (await server.request(readPerson, { params: { id } }, token)).reply.data
  const card = (await server.request(readDriver, { params: { id: driverId } }, dispatcher)).reply.data
  const { is_busy, is_paused, is_online, high_priority, default_car, current_location, current_polygon_id } = card
  const shown = { is_busy, is_paused, is_online, high_priority, default_car, current_location, current_polygon_id }
  expect(await read(driverId)).toMatchObject(shown)
  expect(shown).toMatchObject({ is_busy: false, is_paused: true, default_car: { indicativ } })
  const nothing = Object.fromEntries(Object.keys(shown).map((name) => [name, null]))
  expect(await read(clientId)).toMatchObject(nothing)
})

test('the companies of a person have their type, and only those of the reader are listed', async () => {
  const courier = (await aCompany(server, { packageId: 2 })).companyId
  const token = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [courier] })).email)
  const both = await aUser(server, { roles: ['dispatcher'], companyIds: [courier, companyId], name: 'Doi Doi' })
  const { clientId } = await aClient(server, { companyIds: [courier, companyId], name: 'Clienta Doi' })
  const mine = [expect.objectContaining({ id: courier, type: 'delivery' })]
  const lists = {
    colleagues: (await found({ type: 'dispatcher', search: 'doi doi' }, token)).data,
    clients: (await found({ type: 'client', search: 'clienta doi' }, token)).data,
    users: (await server.request(listUsers, { query: { search: 'doi' } }, token)).reply.data,
    pages: [
      (await server.request(readPerson, { params: { id: both.userId } }, token)).reply.data,
      (await server.request(readPerson, { params: { id: clientId } }, token)).reply.data,
    ],
  }
  for (const [list, rows] of Object.entries(lists)) {
    expect([list, rows.length > 0]).toEqual([list, true])
    for (const { companies } of rows) expect([list, companies]).toEqual([list, mine])
  }
  expect((await server.request(listMyCompanies, {}, token)).reply.data).toMatchObject([
    { id: courier, type: 'delivery' },
  ])
})

test('the filtered list can be exported as a table', async () => {
  const { driverId } = await aDriver(server, { companyId, indicativ: '77' })
  await server.db.updateTable('users').set({ name: '=HYPERLINK("x")' }).where('id', '=', driverId).execute()
  const answer = await server.inject({
    method: 'POST',
    url: exportPeople.path,
    payload: { type: 'driver', format: 'csv', search: 'hyperlink' },
    headers: { authorization: `Bearer ${manager}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('soferi.csv')
  const [head, row, ...rest] = answer.body.trim().split('\r\n')
  expect(head).toContain('Indicativ')
  expect(row).toContain(`"'=HYPERLINK(""x"")"`)
  expect(rest).toEqual([])
})

test('users of several companies read where each of them is located; a company without a location has none', async () => {
  const both = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId, otherCompanyId] })
  await server.db.updateTable('companies').set({ lat: null, lng: null }).where('id', '=', otherCompanyId).execute()
  const placesFor = async (token: string) =>
    new Map((await server.request(listMyCompanies, {}, token)).reply.data.map(({ id, lat, lng }) => [id, [lat, lng]]))
  const seen = await placesFor(await server.logIn(both.email))
  const square = [TOWN_SQUARE.lat, TOWN_SQUARE.long]
  expect([...seen.keys()].toSorted((a, b) => a - b)).toEqual([companyId, otherCompanyId])
  expect([seen.get(companyId), seen.get(otherCompanyId)]).toEqual([square, [null, null]])
  expect((await placesFor(admin)).get(companyId)).toEqual(square)
  expect([...(await placesFor(manager)).keys()]).toEqual([companyId])
})
