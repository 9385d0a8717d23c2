import { editCar, readCar } from '@dispecerat/contract/fleet/cars'
import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOffice, type Office } from '../../testing/an-office.ts'
import { contractEndpoints, lineOf } from '../../testing/contract-endpoints.ts'
import type { MakeRecord } from './testing/versioned-record.ts'
import { ORDER_AND_FLEET_RECORDS } from './testing/versioned-records-of-orders-and-fleet.ts'
import { OFFICE_RECORDS } from './testing/versioned-records-of-the-office.ts'

const ENDPOINTS = (await contractEndpoints()).filter(({ takesVersion }) => takesVersion)

let office: Office
/** Endpoint → how the records that it edits are made. */
const makers = new Map<string, MakeRecord[]>()

beforeAll(async () => {
  office = await anOffice()
  for (const make of [...ORDER_AND_FLEET_RECORDS, ...OFFICE_RECORDS]) {
    for (const [endpoint] of (await make(office)).edits) {
      makers.set(lineOf(endpoint), [...(makers.get(lineOf(endpoint)) ?? []), make])
    }
  }
})
afterAll(() => office[Symbol.asyncDispose]())

test('every endpoint that takes a version is tried here', () => {
  expect([...makers.keys()].sort()).toEqual(ENDPOINTS.map(lineOf).sort())
})

// The test clock stands still: both changes are of one instant, which a time of a second cannot tell apart.
test.each(ENDPOINTS.map((endpoint) => [lineOf(endpoint), endpoint] as const))(
  '%s refuses the version from before a change of the same second, and takes the new one',
  async (line, endpoint) => {
    expect.hasAssertions()
    for (const make of makers.get(line) ?? []) {
      const { token, read, change, edits } = await make(office)
      const [, input = {}] = edits.find(([edit]) => edit === endpoint) ?? []
      const send = (version: number | undefined) =>
        request(endpoint, { ...input, headers: { 'if-match': `"${version}"` } }, token)
      const before = await read()
      expect(before).toEqual(expect.any(Number))
      expect((await change()).status).toBe(200)
      const late = await send(before)
      expect(late).toMatchObject({ status: 409, body: { code: expect.stringMatching(/\.changed_meanwhile$/) } })
      expect(endpoint.errors).toContain(late.body.code)
      const now = await read()
      expect(now).toBe(late.body.version)
      expect((await send(now)).status).toBe(endpoint.status)
    }
  },
)

test('a client that knows no versions sends the updated_at that it has read', async () => {
  const params = { id: office.ion.carId }
  const read = async () => (await request(readCar, { params }, office.boss)).reply.data
  const edit = (notes: string, since: string) =>
    request(editCar, { params, body: { notes }, headers: { 'if-unmodified-since': since } }, office.boss)
  const { updated_at } = await read()
  office.fixture.server.pass(60)
  expect((await edit('Prima', updated_at)).status).toBe(200)
  const late = await edit('A doua', updated_at)
  expect([late.status, late.body.code]).toEqual([409, 'car.changed_meanwhile'])
  expect((await edit('A doua', (await read()).updated_at)).status).toBe(200)
})

test.each([
  ['if-match', 'doisprezece', 'Scrieți versiunea citită sau *'],
  ['if-unmodified-since', 'ieri', 'Scrieți updated_at citit: AAAA-LL-ZZ hh:mm:ss'],
])('a malformed %s is refused by its name, and nothing is changed', async (header, value, message) => {
  const params = { id: office.ion.carId }
  const input = { params, body: { notes: 'Neschimbat' }, headers: { [header]: value } }
  const refused = await request(editCar, input, office.boss)
  expect([refused.status, refused.body.errors]).toEqual([422, { [header]: [message] }])
  expect((await request(readCar, { params }, office.boss)).reply.data.notes).not.toBe('Neschimbat')
})

test('If-Match wins over If-Unmodified-Since, and * takes any version', async () => {
  const params = { id: office.ion.carId }
  const { version, updated_at } = (await request(readCar, { params }, office.boss)).reply.data
  const edit = (match: string, since: string) => {
    const headers = { 'if-match': match, 'if-unmodified-since': since }
    return request(editCar, { params, body: { notes: 'Nou' }, headers }, office.boss)
  }
  expect((await edit(String(version - 1), updated_at)).status).toBe(409)
  expect((await edit(`W/"${version}"`, '2020-01-01 00:00:00')).status).toBe(200)
  expect((await edit('*', '2020-01-01 00:00:00')).status).toBe(200)
})

function request<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E> & { headers?: Record<string, string> },
  token: string,
) {
  return office.fixture.server.request(endpoint, input, token)
}
