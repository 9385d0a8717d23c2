import { updateAccount } from '@dispecerat/contract/identity/account'
import { listMessages, sendMessage } from '@dispecerat/contract/office/messages'
import { createPerson, readPerson, updatePerson } from '@dispecerat/contract/office/people'
import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, expect, test } from 'vitest'
import { peopleOfTwoCompanies } from '../../office/people/testing/people-of-two-companies.ts'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { aClient, PASSWORD } from '../../testing/builders.ts'

const { server, companyId, manager, dispatcher, employer, employee, order, aPhone } = await peopleOfTwoCompanies()
afterAll(() => server.stop())

const lookUp = async (phone: string) => (await server.request(lookUpClient, { body: { phone } }, dispatcher)).reply.data
const edit = (id: number, body: object, token: string) => server.request(updatePerson, { params: { id }, body }, token)
const brokenRules = async () =>
  (await checkInvariants(server.db, server.clock.now())).filter(({ rule }) => rule.includes('client of an order'))

test('when an account changes its phone its client data stays with the old one: no company learns the new number', async () => {
  const { userId, phone } = await employee('driver')
  const { orderId } = await order(phone)
  const next = aPhone()
  expect((await edit(userId, { phone: next }, employer)).reply.data).toMatchObject({ id: userId, phone: next })
  const old = await lookUp(phone)
  expect(old).toMatchObject({ name: 'Doamna Ana', about: 'Etaj 3', orders_count: 1 })
  expect(old.id).not.toBe(userId)
  expect(await lookUp(next)).toMatchObject({ id: null, name: null, orders_count: 0 })
  expect((await server.request(readPerson, { params: { id: userId } }, manager)).status).toBe(404)
  const { data } = (await server.request(readOrder, { params: { id: orderId } }, dispatcher)).reply
  expect(data).toMatchObject({ client_id: old.id, client: { id: old.id, name: 'Doamna Ana', phone } })
  expect(await brokenRules()).toEqual([])
})

test('an account takes over the phone of a client: data about the new number comes along, data about the old one stays there', async () => {
  const { userId, phone, email } = await employee('dispatcher')
  await order(phone)
  const { clientId, phone: taken } = await aClient(server, {
    companyIds: [companyId],
    name: 'Domnul Rus',
    about: 'Scara B',
  })
  const own = await server.request(
    updateAccount,
    { body: { phone: taken, password: PASSWORD } },
    await server.logIn(email),
  )
  expect(own.status).toBe(200)
  expect(await lookUp(taken)).toMatchObject({ id: userId, name: 'Domnul Rus', about: 'Scara B' })
  expect(await lookUp(phone)).toMatchObject({ id: clientId, name: 'Doamna Ana', about: 'Etaj 3', orders_count: 1 })
  expect(await brokenRules()).toEqual([])
})

test('an account without a phone takes over that of a client, and both are one user from then on', async () => {
  const { userId } = await employee('dispatcher')
  await server.db.updateTable('users').set({ phone: null }).where('id', '=', userId).execute()
  const { phone } = await aClient(server, { companyIds: [companyId], name: 'Domnul Rus' })
  expect((await edit(userId, { phone }, employer)).status).toBe(200)
  expect(await lookUp(phone)).toMatchObject({ id: userId, name: 'Domnul Rus' })
})

test('a client with another phone is another user, whoever has that phone; one that is our client already is refused', async () => {
  const { userId, phone: worked } = await employee('driver')
  const { clientId, phone } = await aClient(server, { companyIds: [companyId], name: 'Doamna Pop', about: 'Etaj 1' })
  const { orderId } = await order(phone)
  const { data: moved } = (await edit(clientId, { phone: worked }, manager)).reply
  expect(moved).toMatchObject({ id: userId, phone: worked, name: 'Doamna Pop', roles: ['client'], orders_count: 1 })
  expect(await lookUp(worked)).toMatchObject({ id: userId, name: 'Doamna Pop' })
  expect(await lookUp(phone)).toMatchObject({ id: null, name: null })
  expect((await server.request(readOrder, { params: { id: orderId } }, dispatcher)).reply.data.client_id).toBe(userId)
  expect(await server.db.selectFrom('users').select('id').where('phone', '=', phone).execute()).toEqual([])
  const { phone: ours } = await aClient(server, { companyIds: [companyId] })
  expect((await edit(userId, { phone: ours }, manager)).body.errors).toEqual({ phone: ['Clientul există deja'] })
  expect(await brokenRules()).toEqual([])
})

test('the phone of another company’s client is free for an account, and brings nothing of that company along', async () => {
  const { clientId, phone } = await aClient(server, { companyIds: [companyId], name: 'Nea Ion', about: 'Etaj 2' })
  const secret = { email: 'client@vecin.ro', identifier: 'V-7' }
  await edit(clientId, secret, manager)
  // Stored in the way of the previous version.
  await server.db
    .updateTable('users')
    .set({ ...secret, is_active: false })
    .where('id', '=', clientId)
    .execute()
  await server.db.insertInto('user_meta').values({ user_id: clientId, key: 'nota', value: 'Numai a noastră' }).execute()
  const [{ id: employerId } = { id: 0 }] = (
    await server.db.selectFrom('companies').select('id').where('id', '<>', companyId).orderBy('id').execute()
  ).slice(0, 1)
  const body = { name: 'Ion Ene', phone, roles: ['driver' as const], company_ids: [employerId] }
  const made = await server.request(createPerson, { body }, employer)
  expect([made.status, made.reply.data.id]).toEqual([201, clientId])
  const { data } = (await server.request(readPerson, { params: { id: clientId } }, employer)).reply
  expect(data).toMatchObject({ email: null, identifier: null, roles: ['driver'], state: 'active', about: null })
  const meta = await server.db.selectFrom('user_meta').selectAll().where('user_id', '=', clientId).execute()
  expect(meta).toEqual([])
  expect((await server.request(readPerson, { params: { id: clientId } }, manager)).reply.data).toMatchObject(secret)
})

test('messages to a client stay with the number, the employer’s messages to its driver with the driver', async () => {
  const { userId, phone } = await employee('driver')
  await order(phone)
  const write = (message: string, token: string) =>
    server.request(sendMessage, { body: { user_id: userId, message } }, token)
  await write('Mașina a ajuns', dispatcher)
  await write('Treci pe la sediu', employer)
  await edit(userId, { phone: aPhone() }, employer)
  const talk = (receiver_id: UserId, token: string) => server.request(listMessages, { query: { receiver_id } }, token)
  const { id } = await lookUp(phone)
  const { interlocutor, data } = (await talk(asId<UserId>(id ?? 0), dispatcher)).reply
  expect(interlocutor).toMatchObject({ kind: 'client', name: 'Doamna Ana', phone })
  expect(data).toMatchObject([{ message: 'Mașina a ajuns', receiver_id: id }])
  expect((await talk(userId, dispatcher)).body.code).toBe('user.unknown')
  expect((await talk(userId, employer)).reply.data).toMatchObject([{ message: 'Treci pe la sediu' }])
})
