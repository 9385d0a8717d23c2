import { searchCars, searchOf, searchOrderList } from '@dispecerat/contract/api/typed-lists'
import { createCar, listCars } from '@dispecerat/contract/fleet/cars'
import { readOrderList } from '@dispecerat/contract/orders/order-lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aUser } from '../../testing/builders.ts'

let server: TestServer
let token: string
let logged = ''

beforeAll(async () => {
  server = await aServer({
    logTo: (line) => {
      logged += line
    },
  })
  const { companyId } = await aCompany(server)
  const { email } = await aUser(server, { roles: ['company_admin', 'dispatcher'], companyIds: [companyId] })
  token = await server.logIn(email)
  for (const [indicativ, number] of [
    ['71', 'BV71AAA'],
    ['72', 'BV72AAA'],
  ] as const) {
    await server.request(createCar, { body: { company_id: companyId, indicativ, number } }, token)
  }
})
afterAll(() => server.stop())

test('a list returns the same for a body as for a query string', async () => {
  const query = { search: 'BV72', sort: 'indicativ' as const, is_active: '1' as const, per_page: 5 }
  const byAddress = await server.request(listCars, { query }, token)
  const byBody = await server.request(searchCars, { body: query }, token)
  expect(byBody.status).toBe(200)
  expect(byBody.body).toEqual(byAddress.body)
  expect(byBody.reply.data.map(({ number }) => number)).toEqual(['BV72AAA'])
})

test('a list of the operator keeps its path, and refuses what its query string refuses', async () => {
  const list = await server.request(searchOrderList, { params: { kind: 'live' }, body: { search: '0744' } }, token)
  expect([list.status, list.reply.meta.limit]).toEqual([200, 60])
  const wrong = await server.request(searchOrderList, { params: { kind: 'live' }, body: { offset: -1 } }, token)
  expect([wrong.status, wrong.body.errors]).toEqual([422, { offset: [expect.any(String)] }])
})

test('lists without a search field for names have no second route', () => {
  expect(searchOf(listCars)?.path).toBe('/api/cars/search')
  expect(searchOf(readOrderList)?.path).toBe('/api/dispatcher-orders/:kind/search')
  expect(searchOf(createCar)).toBeNull()
  expect(searchOf({ method: 'GET', path: '/api/order-options' })).toBeNull()
})

test('the log names the requested list and nothing that was typed', async () => {
  logged = ''
  const typed = '0744123987 Ileana'
  await server.request(listCars, { query: { search: typed } }, token)
  await server.request(listCars, { query: { search: typed.repeat(9) } }, token)
  await server.request(searchCars, { body: { search: typed } }, token)
  expect(logged).toContain('/api/cars')
  expect(logged).toContain('/api/cars/search')
  expect(logged).not.toMatch(/0744123987|Ileana/)
})
