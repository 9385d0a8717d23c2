import {
  blockPhone,
  listBlockedPhones,
  restoreBlockedPhone,
  unblockPhone,
} from '@dispecerat/contract/orders/company-dispatch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher } from '../../testing/builders.ts'

const PHONE = '+40722333444'
let server: TestServer
let dispatcher: string
let rival: string
let id: number

beforeAll(async () => {
  server = await aServer({ at: '2026-03-01T10:00:00Z' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  const dispatcherOf = async () => {
    const { companyId } = await aCompany(server)
    return server.logIn((await aDispatcher(server, { companyId })).email)
  }
  dispatcher = await dispatcherOf()
  rival = await dispatcherOf()
  id = (await server.request(blockPhone, { body: { phone: PHONE, reason: 'Glume' } }, dispatcher)).reply.data.id
})

const listed = async () => (await server.request(listBlockedPhones, {}, dispatcher)).reply.data
const restore = (token = dispatcher) => server.request(restoreBlockedPhone, { params: { id } }, token)

test('undoing an unblocking blocks the phone as before', async () => {
  const [before] = await listed()
  server.pass(5)
  await server.request(unblockPhone, { params: { id } }, dispatcher)
  expect(await listed()).toEqual([])
  const console = await server.socket(dispatcher)
  expect((await restore()).reply.data).toEqual(before)
  expect(await listed()).toEqual([before])
  await console.waitForEvent('blocked_phones_changed')
  expect((await restore()).status).toBe(404)
})

test('a phone that was blocked again meanwhile keeps its newer block', async () => {
  await server.request(unblockPhone, { params: { id } }, dispatcher)
  await server.request(blockPhone, { body: { phone: PHONE, reason: 'Iar glume' } }, dispatcher)
  const refused = await restore()
  expect([refused.status, refused.body.errors]).toEqual([422, { phone: ['Numărul este deja blocat'] }])
  expect((await listed()).map(({ reason }) => reason)).toEqual(['Iar glume'])
})

test('another company has nothing to restore', async () => {
  await server.request(unblockPhone, { params: { id } }, dispatcher)
  expect(await restore(rival)).toMatchObject({ status: 404, body: { code: 'blocked_phone.unknown' } })
  expect(await listed()).toEqual([])
})

test.each(['0722 333 444', '0040722333444', '+40 722-333-444', '40722333444', '0722.333.444'])(
  '%s is recognised as the phone that is blocked already',
  async (phone) => {
    const again = await server.request(blockPhone, { body: { phone, reason: 'Iar' } }, dispatcher)
    expect([again.status, again.body.errors]).toEqual([422, { phone: ['Numărul este deja blocat'] }])
  },
)

test.each(['12', 'abc', '😀', '<b>0722</b>', '0'.repeat(41)])('%s is no phone', async (phone) => {
  const answer = await server.request(blockPhone, { body: { phone, reason: 'Glume' } }, dispatcher)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toHaveProperty('phone')
})
