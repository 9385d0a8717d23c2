import { listUsers, searchUsers } from '@dispecerat/contract/office/users'
import { asId, type CompanyId, type DriverId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aClient, aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'

let server: TestServer
let companyId: CompanyId
let dispatcher: string
let manager: string
let otherTenant: { driverId: DriverId; clientId: UserId; companyId: CompanyId }

beforeAll(async () => {
  server = await aServer()
  companyId = (await aCompany(server)).companyId
  dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  manager = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  const other = await aCompany(server)
  const { driverId } = await aDriver(server, { companyId: other.companyId, at: TOWN_SQUARE })
  const { clientId } = await aClient(server, { companyIds: [other.companyId], name: 'Vecina Străină' })
  otherTenant = { driverId, clientId, companyId: other.companyId }
})
afterAll(() => server.stop())

async function found(query: object, token = dispatcher) {
  return (await server.request(listUsers, { query }, token)).reply.data
}

test('people are found by name without diacritics, phone, code and call sign, under the name that their company stored', async () => {
  const driver = await aDriver(server, { companyId, at: TOWN_SQUARE, indicativ: 'B214' })
  await server.db
    .updateTable('users')
    .set({ name: 'Ștefan Țepeș', identifier: 'D-77' })
    .where('id', '=', driver.driverId)
    .execute()
  const client = await aClient(server, { companyIds: [companyId, otherTenant.companyId], name: 'Doamna Bălan' })
  expect(await found({ search: 'stefan tepes' })).toMatchObject([
    { id: driver.driverId, indicativ: 'B214', default_car: { indicativ: 'B214' }, roles: ['driver'] },
  ])
  expect((await found({ search: 'b214' })).map(({ id }) => id)).toEqual([driver.driverId])
  expect((await found({ identifier: 'd-7' })).map(({ id }) => id)).toEqual([driver.driverId])
  expect(await found({ search: 'balan' })).toMatchObject([
    { id: client.clientId, name: 'Doamna Bălan', phone: client.phone },
  ])
  const national = `0${client.phone.slice(3)}`
  expect((await found({ search: national })).map(({ id }) => id)).toEqual([client.clientId])
  const byBody = await server.request(searchUsers, { body: { search: national, roles: ['client'] } }, dispatcher)
  expect(byBody.reply.data.map(({ id }) => id)).toEqual([client.clientId])
  expect(await found({ search: '%' })).toEqual([])
})

test('roles[0] of the API documents and a repeated roles parameter mean the same', async () => {
  const roleOf = async (query: object) =>
    new Set((await found({ ...query, per_page: 100 })).flatMap(({ roles }) => roles))
  expect(await roleOf({ roles: 'client' })).toEqual(new Set(['client']))
  expect(await roleOf({ 'roles[0]': 'client', 'roles[1]': 'driver' })).toEqual(new Set(['client', 'driver']))
})

test('no reply contains people of another company, whatever is requested', async () => {
  const { driverId, clientId } = otherTenant
  const answer = await server.request(searchUsers, { body: { ids: [driverId, clientId] } }, dispatcher)
  expect(answer.reply).toMatchObject({ data: [], meta: { total: 0 } })
  expect(await found({ search: 'vecina' })).toEqual([])
  expect(await found({ company_id: otherTenant.companyId })).toEqual([])
})

test('a protocol account is found by the company of its contract, and by no other', async () => {
  const anAccount = async (name: string, of: number) => {
    const { userId } = await aUser(server, { roles: ['company'], companyIds: [], name })
    await server.db
      .insertInto('protocol_companies')
      .values({ user_id: userId, company_id: asId<CompanyId>(of) })
      .execute()
    return userId
  }
  const hotel = await anAccount('Hotel Contractat', companyId)
  await anAccount('Hotel Contractat Vecin', otherTenant.companyId)
  expect(await found({ search: 'hotel contractat' })).toMatchObject([{ id: hotel, roles: ['company'] }])
  expect((await found({ roles: 'company', company_id: companyId })).map(({ id }) => id)).toContain(hotel)
  const named = await server.request(searchUsers, { body: { ids: [hotel], roles: ['company'] } }, dispatcher)
  expect(named.reply.data.map(({ name }) => name)).toEqual(['Hotel Contractat'])
})

test('a dispatcher reads the names and roles of colleagues, but not their phones; a manager reads them', async () => {
  const colleague = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId], name: 'Coleg Unic' })
  expect(await found({ search: 'coleg unic' })).toMatchObject([{ id: colleague.userId, phone: null, email: null }])
  const [seen] = await found({ search: 'coleg unic' }, manager)
  expect(seen).toMatchObject({ id: colleague.userId, email: colleague.email })
})

test('pages are sorted by name', async () => {
  const names = ['Ardelean', 'Âncuța', 'Bucur']
  for (const name of names) await aClient(server, { companyIds: [companyId], name: `Pagina ${name}` })
  const first = (await server.request(listUsers, { query: { search: 'pagina', per_page: 2 } }, dispatcher)).reply
  const second = (await server.request(listUsers, { query: { search: 'pagina', per_page: 2, page: 2 } }, dispatcher))
    .reply
  expect(first.meta).toMatchObject({ total: 3, per_page: 2 })
  const read = [...first.data, ...second.data].map(({ name }) => name)
  expect(read).toEqual(['Pagina Âncuța', 'Pagina Ardelean', 'Pagina Bucur'])
})
