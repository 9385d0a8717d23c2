import type { MessageView } from '@dispecerat/contract/office/messages'
import { sendMessage } from '@dispecerat/contract/office/messages'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import {
  type ADriver,
  type AUser,
  aClient,
  aCompany,
  aDispatcher,
  aDriver,
  anOrder,
  TOWN_SQUARE,
} from '../../testing/builders.ts'

let server: TestServer
let companyId: CompanyId
let me: AUser
let dispatcher: string
let colleague: AUser
let driver: ADriver

beforeAll(async () => {
  server = await aServer()
  companyId = (await aCompany(server)).companyId
  me = await aDispatcher(server, { companyId })
  dispatcher = await server.logIn(me.email)
  colleague = await aDispatcher(server, { companyId })
  driver = await aDriver(server, { companyId, at: TOWN_SQUARE })
})
afterAll(() => server.stop())

function send(body: object, token = dispatcher) {
  return server.request(sendMessage, { body: body as never }, token)
}

test('a message to a driver is pushed to the driver’s phone, and the other dispatchers see it', async () => {
  const phone = await server.socket(await server.logIn(driver.email))
  const colleagueSocket = await server.socket(await server.logIn(colleague.email))
  const answer = await send({ user_id: driver.driverId, message: 'Veniți la bază', title: 'Dispecerat' })
  expect(answer).toMatchObject({ status: 201, reply: { data: { delivery: 'sent', sender_id: me.userId } } })
  const received = await phone.waitForEvent<MessageView>('message')
  expect(received.data).toMatchObject({ message: 'Veniți la bază', title: 'Dispecerat', type: 'chat', is_read: false })
  expect((await colleagueSocket.waitForEvent<MessageView>('chat_message')).data.id).toBe(received.data.id)
})

test("a message to a colleague is pushed to that colleague only, and one to a client has the state 'kept'", async () => {
  const bystander = await server.socket(await server.logIn((await aDispatcher(server, { companyId })).email))
  const theirs = await server.socket(await server.logIn(colleague.email))
  await send({ user_id: colleague.userId, message: 'Numai pentru tine' })
  const isIt = ({ message }: { message?: string }) => message === 'Numai pentru tine'
  await theirs.waitForEvent('chat_message', isIt)
  await bystander.caughtUp()
  expect(bystander.frames.some(({ data }) => isIt(data as { message?: string }))).toBe(false)
  const { clientId } = await aClient(server, { companyIds: [companyId] })
  expect((await send({ user_id: clientId, message: 'Mașina vine' })).reply.data.delivery).toBe('kept')
})

test('a message can be signed with the sender’s or the company’s name, and with no other', async () => {
  await server.db.updateTable('companies').set({ name: 'Taxi Proba' }).where('id', '=', companyId).execute()
  await server.db.updateTable('users').set({ name: 'Ana Pop' }).where('id', '=', me.userId).execute()
  const signed = (sender_name?: string) => send({ user_id: driver.driverId, message: 'Veniți', sender_name })
  for (const [signature, shown] of [
    [undefined, 'Ana Pop'],
    ['Ana Pop', 'Ana Pop'],
    ['Taxi Proba', 'Taxi Proba'],
  ] as const) {
    expect((await signed(signature)).reply.data.sender_name).toBe(shown)
  }
  for (const other of ['Primăria Brașov', 'Taxi Vecin', 'taxi proba 2']) {
    const answer = await signed(other)
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['sender_name']])
  }
})

test('the event log stores the id of the message and none of its text', async () => {
  await send({ user_id: driver.driverId, message: 'Cuvinte Ferite' })
  const events = await server.db
    .selectFrom('event_log')
    .select('data')
    .where('event', 'in', ['message', 'chat_message'])
    .execute()
  expect(events.length).toBeGreaterThan(0)
  expect(JSON.stringify(events)).not.toContain('Ferite')
})

test('people and orders of another company cannot be written to or named in a message', async () => {
  const other = await aCompany(server)
  const theirs = await aDriver(server, other)
  const { clientId } = await aClient(server, { companyIds: [other.companyId] })
  const { orderId } = await anOrder(server, other)
  for (const user_id of [theirs.driverId, clientId, 999_999]) {
    expect(await send({ user_id, message: 'Salut' })).toMatchObject({ status: 404, body: { code: 'user.unknown' } })
  }
  const about = await send({ user_id: driver.driverId, message: 'Salut', order_id: orderId })
  expect(about).toMatchObject({ status: 404, body: { code: 'order.unknown' } })
  expect(await send({ user_id: driver.driverId, message: 'Salut' }, await server.logIn(driver.email))).toMatchObject({
    status: 403,
  })
})

test.each([
  ['nothing', '   ', 'Scrieți un mesaj'],
  ['2001 characters', 'a'.repeat(2001), 'Cel mult 2000 de caractere'],
  ['a text that turns around', 'abc\u202Edef', 'Conține caractere nepermise'],
])('a message with %s is refused with the reason', async (_what, message, reason) => {
  const answer = await send({ user_id: driver.driverId, message })
  expect(answer.status).toBe(422)
  expect(JSON.stringify(answer.body)).toContain(reason.replace('2000 de', '2000').slice(0, 12))
})

test('2000 characters, emoji and line breaks are stored unchanged', async () => {
  const message = `${'ș'.repeat(1990)}\n🚕🚕`
  expect((await send({ user_id: driver.driverId, message })).reply.data.message).toBe(message)
})
