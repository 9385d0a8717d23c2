import { listDriverMessages, sendDriverMessage } from '@dispecerat/contract/office/driver-messages'
import { listInterlocutors, listMessages, readUnreadCount, sendMessage } from '@dispecerat/contract/office/messages'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser } from '../../testing/builders.ts'
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

const write = (token: string, user_id: UserId, message: string) =>
  server.request(sendMessage, { body: { user_id, message } }, token)
const open = (token: string, receiver_id: UserId) => server.request(listMessages, { query: { receiver_id } }, token)
const unread = async (token: string) => (await server.request(readUnreadCount, {}, token)).reply.count
const listed = async (token: string) =>
  (await server.request(listInterlocutors, {}, token)).reply.data.map(({ id, kind }) => ({ id, kind }))

test('a message of a platform administrator to a dispatcher can be opened, read and answered', async () => {
  const { maria, mariaId } = await createFixture()
  const platformAdmin = await aUser(server, { roles: ['admin'] })
  expect((await open(maria, platformAdmin.userId)).body.code).toBe('user.unknown')
  expect((await write(maria, platformAdmin.userId, 'Bună ziua')).body.code).toBe('user.unknown')
  const admin = await server.logIn(platformAdmin.email)
  await write(admin, mariaId, 'Diseară oprim serverul o oră')
  expect([await unread(maria), await listed(maria)]).toEqual([1, [{ id: platformAdmin.userId, kind: 'colleague' }]])
  expect((await open(maria, platformAdmin.userId)).reply.data[0]?.message).toBe('Diseară oprim serverul o oră')
  expect(await unread(maria)).toBe(0)
  expect((await write(maria, platformAdmin.userId, 'Mulțumim')).status).toBe(201)
  expect(await unread(admin)).toBe(1)
})

test('a driver who wrote and then left the platform is no longer listed or counted as unread', async () => {
  const { companyId, maria } = await createFixture()
  const driver = await aDriver(server, { companyId })
  await server.request(sendDriverMessage, { body: { message: 'Plec' } }, await server.logIn(driver.email))
  expect([await unread(maria), await listed(maria)]).toEqual([1, [{ id: driver.driverId, kind: 'driver' }]])
  const gone = { deleted_at: server.clock.now() }
  await server.db.updateTable('users').set(gone).where('id', '=', driver.driverId).execute()
  expect([await unread(maria), await listed(maria)]).toEqual([0, []])
})

test('after a driver moves to another company only that company can write to them, and it sees no earlier messages', async () => {
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

test('a system notice is in the driver’s messages, and does not move the conversation up in the dispatchers’ list', async () => {
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
