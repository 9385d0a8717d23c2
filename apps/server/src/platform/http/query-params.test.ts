import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { readQuery } from '@dispecerat/contract/kernel/query-params'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, anOrder, aUser } from '../../testing/builders.ts'
import { contractEndpoints, lineOf } from '../../testing/contract-endpoints.ts'

let server: TestServer
let token: string
let every: Endpoint[]

beforeAll(async () => {
  every = await contractEndpoints()
  server = await aServer()
  const { companyId } = await aCompany(server)
  const { email } = await aUser(server, { roles: ['company_admin', 'dispatcher'], companyIds: [companyId] })
  token = await server.logIn(email)
  for (const state of ['created', 'pending', 'new'] as const) await anOrder(server, { companyId, state })
})
afterAll(() => server.stop())

const namesOf = ({ query }: Endpoint) => Object.keys((query as z.ZodObject).shape)
const mayBeLists = (endpoint: Endpoint) =>
  namesOf(endpoint).filter((name) => Array.isArray(readQuery(endpoint.query, { [name]: 'x' }).values[name]))

async function get(address: string) {
  const { statusCode, body } = await server.http.inject({
    url: address,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: statusCode, ...(JSON.parse(body) as { data: { state: string }[]; errors: object; meta: object }) }
}
const statesOf = async (query: string) => (await get(`/api/orders?${query}`)).data.map(({ state }) => state).sort()

test('an array parameter of any endpoint is read the same in each of its spellings', () => {
  const lists = every.flatMap((endpoint) => mayBeLists(endpoint).map((name) => ({ endpoint, name })))
  expect(lists.map(({ endpoint, name }) => `${lineOf(endpoint)} ${name}`)).toEqual(
    expect.arrayContaining(['GET /api/orders states', 'GET /api/orders/export states', 'GET /api/users roles']),
  )
  for (const { endpoint, name } of lists) {
    for (const raw of [
      { [name]: ['a', 'b', 'c'] },
      { [`${name}[]`]: ['a', 'b', 'c'] },
      { [`${name}[1]`]: 'b', [`${name}[0]`]: 'a', [`${name}[10]`]: 'c' },
      { [`${name}[0]`]: 'a', [name]: ['b', 'c'] },
    ]) {
      expect([raw, readQuery(endpoint.query, raw)]).toEqual([
        raw,
        { values: { [name]: ['a', 'b', 'c'] }, misspelled: {} },
      ])
    }
    expect(readQuery(endpoint.query, { [`${name}[]`]: 'a' }).values).toEqual({ [name]: ['a'] })
  }
})

test('a misspelled parameter of any endpoint is reported with the correct name', () => {
  let tried = 0
  for (const endpoint of every) {
    const [names, lists] = [namesOf(endpoint), mayBeLists(endpoint)]
    for (const name of names) {
      const respelled = [name.toUpperCase(), name.replaceAll('_', ''), name.replaceAll('_', '-'), `_${name}`]
      const indexed = lists.includes(name) ? [] : [`${name}[]`, `${name}[0]`, `${name}[7]`]
      const bracketed = name.includes('[') ? [] : [`${name}[first]`, `${name}[0][1]`]
      for (const sent of [...respelled, ...indexed, ...bracketed].filter((one) => !names.includes(one))) {
        tried += 1
        expect([lineOf(endpoint), readQuery(endpoint.query, { [sent]: 'x' })]).toEqual([
          lineOf(endpoint),
          { values: {}, misspelled: { [sent]: name } },
        ])
      }
    }
  }
  expect(tried).toBeGreaterThan(1000)
})

test('other unknown parameters are dropped, and known ones are unchanged', () => {
  for (const endpoint of every) {
    const known = Object.fromEntries(namesOf(endpoint).map((name) => [name, ['x']]))
    const raw = { ...known, utm_source: 'mail', '': 'x', '[]': 'x', constructor: 'x', 'nobody[0]': 'x' }
    expect([lineOf(endpoint), readQuery(endpoint.query, raw)]).toEqual([
      lineOf(endpoint),
      { values: known, misspelled: {} },
    ])
  }
})

test('orders are filtered by each spelling of states', async () => {
  for (const query of ['states=pending', 'states[]=pending', 'states[0]=pending', 'states%5B%5D=pending']) {
    expect([query, await statesOf(query)]).toEqual([query, ['pending']])
  }
  expect(await statesOf('states[]=pending&states[]=created')).toEqual(['created', 'pending'])
  expect(await statesOf('states[0]=pending&states[1]=created')).toEqual(['created', 'pending'])
  expect(await statesOf('nobody=1')).toEqual(['created', 'new', 'pending'])
})

test('a misspelled parameter gets 422 with its name, together with the other errors', async () => {
  const { status, errors } = await get('/api/orders?driverId=7&State[]=pending&company_id[]=1&page=0')
  expect([status, errors]).toEqual([
    422,
    {
      driverId: ['Parametru necunoscut; se scrie driver_id'],
      'State[]': ['Parametru necunoscut; se scrie state'],
      'company_id[]': ['Parametru necunoscut; se scrie company_id'],
      page: ['Pagină invalidă'],
    },
  ])
})

test('a value that an array parameter does not accept is refused in each spelling', async () => {
  for (const query of ['states=done', 'states[]=done', 'states[3]=done']) {
    const { status, errors } = await get(`/api/orders?${query}`)
    expect([query, status, Object.keys(errors)]).toEqual([query, 422, ['states.0']])
  }
})
