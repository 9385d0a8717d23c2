import {
  listInterlocutors,
  listMessages,
  type MessageView,
  readUnreadCount,
  sendMessage,
} from '@dispecerat/contract/office/messages'
import { listOwnMessages, readOwnUnreadCount, sendOwnMessage } from '@dispecerat/contract/office/own-messages'
import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, expect, test } from 'vitest'
import { type Account, anAccount } from '../../orders/testing/an-account.ts'
import { createFixture } from '../../orders/testing/order-fixture.ts'

const fixture = await createFixture()
const { server, companyId } = fixture
afterAll(() => server.stop())

const write = ({ token }: Account, message: string, order_id?: OrderId) =>
  server.request(sendOwnMessage, { body: { message, ...(order_id === undefined ? {} : { order_id }) } }, token)
const answer = ({ userId }: Account, message: string, token = fixture.dispatcher) =>
  server.request(sendMessage, { body: { user_id: userId, message } }, token)
const own = async ({ token }: Account, page = 1) =>
  (await server.request(listOwnMessages, { query: { page } }, token)).reply.data
const unread = async ({ token }: Account) => (await server.request(readOwnUnreadCount, {}, token)).reply.count
const ofDispatchers = async ({ userId }: Account, token = fixture.dispatcher) =>
  (await server.request(listMessages, { query: { receiver_id: userId } }, token)).reply
const waiting = async (token: string) => (await server.request(readUnreadCount, {}, token)).reply.count

test('an account writes to the company: every dispatcher is notified and any of them can reply; both sides see read receipts', async () => {
  const account = await anAccount(server, companyId)
  const [socket, colleague, mine] = [
    await server.socket(fixture.dispatcher),
    await server.socket(fixture.colleague),
    await server.socket(account.token),
  ]
  const sent = (await write(account, 'Mașina nu a venit')).reply.data
  expect(sent).toMatchObject({ receiver_id: null, interlocutor_id: account.userId, delivery: 'sent' })
  for (const listener of [socket, colleague, mine])
    expect((await listener.waitForEvent<MessageView>('chat_message')).data.id).toBe(sent.id)
  expect([await waiting(fixture.dispatcher), await waiting(fixture.colleague)]).toEqual([1, 1])

  const { data, interlocutor } = await ofDispatchers(account)
  expect(data).toMatchObject([{ message: 'Mașina nu a venit' }])
  expect(interlocutor).toMatchObject({ id: account.userId, kind: 'account', company_id: companyId })
  expect((await mine.waitForEvent<{ read_to: number }>('messages_read')).data.read_to).toBe(sent.id)
  expect((await own(account))[0]).toMatchObject({ id: sent.id, delivery: 'read' })

  const reply = (await answer(account, 'Ajunge în 5 minute', fixture.colleague)).reply.data
  await mine.waitForEvents('chat_message', 2)
  expect(await unread(account)).toBe(1)
  expect((await ofDispatchers(account)).data[0]).toMatchObject({ id: reply.id, delivery: 'sent' })
  expect((await own(account)).map(({ message }) => message)).toEqual(['Ajunge în 5 minute', 'Mașina nu a venit'])
  const receipt = await socket.waitForEvent<{ read_to: number; interlocutor_id: UserId }>('message_receipt')
  expect(receipt.data).toMatchObject({ read_to: reply.id, interlocutor_id: account.userId })
  expect([await unread(account), (await ofDispatchers(account)).data[0]?.delivery]).toEqual([0, 'read'])
})

test('an account without messages is found by name, only by its own company', async () => {
  const account = await anAccount(server, companyId)
  await server.db.updateTable('users').set({ name: 'Clinica Salvia' }).where('id', '=', account.userId).execute()
  const found = async (token: string) =>
    (await server.request(listInterlocutors, { query: { search: 'salvia' } }, token)).reply.data
  expect(await found(fixture.dispatcher)).toMatchObject([
    { id: account.userId, kind: 'account', name: 'Clinica Salvia' },
  ])
  expect(await found(fixture.rival)).toEqual([])
  expect((await answer(account, 'Bună', fixture.rival)).body.code).toBe('user.unknown')
})

test('an account sees no messages of other accounts, and can name only its own orders', async () => {
  const [mine, theirs] = [await anAccount(server, companyId), await anAccount(server, companyId)]
  await write(theirs, 'Secret')
  await answer(theirs, 'Răspuns')
  expect([await own(mine), await unread(mine)]).toEqual([[], 0])
  const order = await fixture.place()
  expect((await write(mine, 'Despre asta', asId<OrderId>(order.id))).body.code).toBe('order.unknown')
  expect((await write(mine, ' ')).body.errors).toEqual({ message: ['Scrieți un mesaj'] })
  expect(await own(mine)).toEqual([])
})

test('a message sent twice with one idempotency key is stored once', async () => {
  const account = await anAccount(server, companyId)
  const headers = { 'idempotency-key': 'o-data' }
  const body = { message: 'O dată' }
  const ids = [
    (await server.request(sendOwnMessage, { body, headers }, account.token)).reply.data.id,
    (await server.request(sendOwnMessage, { body, headers }, account.token)).reply.data.id,
  ]
  expect(ids[0]).toBe(ids[1])
  expect(await own(account)).toHaveLength(1)
})

test('a user who is both an account and a dispatcher is addressed as a colleague', async () => {
  const account = await anAccount(server, companyId)
  await server.db.insertInto('user_roles').values({ user_id: account.userId, role: 'dispatcher' }).execute()
  expect((await ofDispatchers(account)).interlocutor.kind).toBe('colleague')
})
