import { listDriverMessages, sendDriverMessage } from '@dispecerat/contract/driver-messages'
import { listInterlocutors, listMessages, readUnreadCount, sendMessage } from '@dispecerat/contract/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser } from '../testing/builders.ts'
import { insertNotice } from './messages.public.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.stop())

async function createFixture() {
  const { companyId } = await aCompany(server)
  const maria = await aDispatcher(server, { companyId })
  return { companyId, mariaId: maria.userId, maria: await server.logIn(maria.email) }
}

const write = (token: string, user_id: number, message: string) =>
  server.request(sendMessage, { body: { user_id, message } }, token)
const open = (token: string, receiver_id: number) => server.request(listMessages, { query: { receiver_id } }, token)
const unread = async (token: string) => (await server.request(readUnreadCount, {}, token)).reply.count
const listed = async (token: string) =>
  (await server.request(listInterlocutors, {}, token)).reply.data.map(({ id, kind }) => ({ id, kind }))

test('what an administrator of the house writes to a dispatcher is opened, read and answered', async () => {
  const { maria, mariaId } = await createFixture()
  const house = await aUser(server, { roles: ['admin'] })
  expect((await open(maria, house.userId)).body.code).toBe('user.unknown')
  expect((await write(maria, house.userId, 'Bună ziua')).body.code).toBe('user.unknown')
  const admin = await server.logIn(house.email)
  await write(admin, mariaId, 'Diseară oprim serverul o oră')
  expect([await unread(maria), await listed(maria)]).toEqual([1, [{ id: house.userId, kind: 'colleague' }]])
  expect((await open(maria, house.userId)).reply.data[0]?.message).toBe('Diseară oprim serverul o oră')
  expect(await unread(maria)).toBe(0)
  expect((await write(maria, house.userId, 'Mulțumim')).status).toBe(201)
  expect(await unread(admin)).toBe(1)
})

test('a driver who wrote and then left the house waits in nobody’s list and counts in nobody’s badge', async () => {
  const { companyId, maria } = await createFixture()
  const driver = await aDriver(server, { companyId })
  await server.request(sendDriverMessage, { body: { message: 'Plec' } }, await server.logIn(driver.email))
  expect([await unread(maria), await listed(maria)]).toEqual([1, [{ id: driver.driverId, kind: 'driver' }]])
  const gone = { deleted_at: server.clock.now() }
  await server.db.updateTable('users').set(gone).where('id', '=', driver.driverId).execute()
  expect([await unread(maria), await listed(maria)]).toEqual([0, []])
})

test('a driver who went to another company is that company’s to talk with, and its room reads nothing from before', async () => {
  const [from, to] = [await createFixture(), await createFixture()]
  const driver = await aDriver(server, from)
  const { driverId } = driver
  await server.request(sendDriverMessage, { body: { message: 'Ultima zi' } }, await server.logIn(driver.email))
  const moved = { company_id: to.companyId }
  await server.db.updateTable('driver_status').set(moved).where('driver_id', '=', driverId).execute()
  await server.db.updateTable('user_companies').set(moved).where('user_id', '=', driverId).execute()
  expect([await unread(from.maria), await listed(from.maria)]).toEqual([0, []])
  expect((await open(from.maria, driverId)).body.code).toBe('user.unknown')
  expect((await open(to.maria, driverId)).reply).toMatchObject({ data: [], interlocutor: { kind: 'driver' } })
})

test('a notice nobody wrote stays with the driver’s messages, and brings no conversation up in the room', async () => {
  const { companyId, maria } = await createFixture()
  const driver = await aDriver(server, { companyId })
  const now = server.clock.now()
  const notice = { companyId, driverId: driver.driverId, title: 'Atestatul expiră', text: 'În 7 zile', now }
  await server.db.transaction().execute((tx) => insertNotice(tx, notice))
  const { data } = (await server.request(listDriverMessages, {}, await server.logIn(driver.email))).reply
  expect(data).toMatchObject([{ title: 'Atestatul expiră', type: 'system', sender_id: null, delivery: 'sent' }])
  expect([await unread(maria), await listed(maria)]).toEqual([0, []])
  expect((await open(maria, driver.driverId)).reply.data).toMatchObject([{ message: 'În 7 zile' }])
})
