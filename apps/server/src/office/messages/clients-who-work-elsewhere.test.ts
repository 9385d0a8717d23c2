import { confirmMessages, listDriverMessages } from '@dispecerat/contract/office/driver-messages'
import {
  listInterlocutors,
  listMessages,
  messageAllClients,
  readUnreadCount,
  sendMessage,
} from '@dispecerat/contract/office/messages'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { type Kind, peopleOfTwoCompanies } from '../people/testing/people-of-two-companies.ts'

async function aTalk(kind: Kind) {
  const two = await peopleOfTwoCompanies()
  const { userId, phone, email } = await two.employee(kind)
  await two.order(phone)
  return { ...two, userId, phone, token: await two.server.logIn(email), [Symbol.asyncDispose]: () => two.server.stop() }
}

const outboundMessages = ({ server }: { server: Awaited<ReturnType<typeof peopleOfTwoCompanies>>['server'] }) =>
  server.db.selectFrom('outbox').select(['company_id', 'recipient', 'kind']).orderBy('id').execute()

test('a client who is a driver at another company gets an SMS, and nothing in the driver app', async () => {
  await using fixture = await aTalk('driver')
  const { server, userId, phone, token, companyId, dispatcher } = fixture
  const app = await server.socket(token)
  const sent = await server.request(sendMessage, { body: { user_id: userId, message: 'Mașina a ajuns' } }, dispatcher)
  expect(sent.reply.data).toMatchObject({ company_id: companyId, delivery: 'kept' })
  expect(await outboundMessages(fixture)).toEqual([{ company_id: companyId, recipient: phone, kind: 'sms' }])
  expect((await server.request(listDriverMessages, {}, token)).reply.data).toEqual([])
  await server.request(confirmMessages, { body: { read_to: sent.reply.data.id } }, token)
  const { data } = (await server.request(listMessages, { query: { receiver_id: userId } }, dispatcher)).reply
  expect(data).toMatchObject([{ is_read: false, delivery: 'kept' }])
  await server.remembers()
  expect(app.framesOf('message')).toEqual([])
})

test('a client who is a dispatcher at another company sees nothing of the message in that console', async () => {
  await using fixture = await aTalk('dispatcher')
  const { server, userId, token, dispatcher } = fixture
  await server.request(sendMessage, { body: { user_id: userId, message: 'Mașina a ajuns' } }, dispatcher)
  expect((await server.request(readUnreadCount, {}, token)).reply.count).toBe(0)
  const list = await server.request(listInterlocutors, { query: {} }, token)
  expect(list.reply.data).toEqual([])
  const { data } = (await server.request(listInterlocutors, { query: {} }, dispatcher)).reply
  expect(data).toMatchObject([{ id: userId, kind: 'client', name: 'Doamna Ana' }])
})

test('a broadcast to clients reaches those who work at another company once, by SMS, and not in their apps', async () => {
  await using fixture = await aTalk('driver')
  const { server, phone, token, companyId, manager } = fixture
  const app = await server.socket(token)
  const { data } = (await server.request(messageAllClients, { body: { message: 'Azi e gratis' } }, manager)).reply
  expect(data).toMatchObject({ receivers: 1, left_out: 0 })
  expect(await outboundMessages(fixture)).toEqual([{ company_id: companyId, recipient: phone, kind: 'sms' }])
  await server.remembers()
  expect(app.framesOf('message')).toEqual([])
})

test('a client whom the company has not named is shown without a name, even if the account has one', async () => {
  await using fixture = await aTalk('driver')
  const { server, userId, companyId, dispatcher } = fixture
  await server.db.updateTable('company_clients').set({ name: null }).where('company_id', '=', companyId).execute()
  await server.request(sendMessage, { body: { user_id: userId, message: 'Salut' } }, dispatcher)
  const { data } = (await server.request(listInterlocutors, { query: {} }, dispatcher)).reply
  expect(data).toMatchObject([{ id: userId, name: null, indicativ: null }])
})

test('a driver who orders at another company does not count as a client with the app', async () => {
  await using fixture = await aTalk('driver')
  const { server, phone, dispatcher } = fixture
  const { hasAppSession } = await import('./messages.store.ts')
  const place = { name: 'Piața Sfatului 1', lat: 45.6423, long: 25.5889 }
  const { reply } = await server.request(createOrder, { body: { client_phone: phone, places: [place] } }, dispatcher)
  const clientId = asId<UserId>(reply.data.client_id ?? 0)
  const has = await server.db.transaction().execute((tx) => hasAppSession(tx, clientId, server.clock.now()))
  expect(has).toBe(false)
})
