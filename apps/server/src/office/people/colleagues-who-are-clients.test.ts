import { resetTwoFactor } from '@dispecerat/contract/identity/two-factor'
import {
  deactivatePerson,
  listPeople,
  readPerson,
  resetPersonPassword,
  restorePerson,
  setRoles,
  updatePerson,
} from '@dispecerat/contract/office/people'
import { searchUsers } from '@dispecerat/contract/office/users'
import { afterAll, expect, test } from 'vitest'
import { aClient, aDispatcher, aUser } from '../../testing/builders.ts'
import { peopleOfTwoCompanies } from './testing/people-of-two-companies.ts'

const { server, companyId, employerId, manager, dispatcher, employer, employee, order, aPhone } =
  await peopleOfTwoCompanies()
afterAll(() => server.stop())

const read = (id: number, token: string) => server.request(readPerson, { params: { id } }, token)

test('a driver who ordered a taxi at another company is unchanged for their own manager', async () => {
  const { userId } = await employee('driver')
  const { phone } = await server.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await order(phone ?? '')
  const one = { params: { id: userId } }
  const answers = [
    await server.request(updatePerson, { ...one, body: { email: `nou${userId}@proba.ro`, phone: aPhone() } }, employer),
    await server.request(setRoles, { ...one, body: { roles: ['driver', 'dispatcher'] } }, employer),
    await server.request(resetPersonPassword, { ...one, body: { password: 'un tramvai verde' } }, employer),
    await server.request(resetTwoFactor, one, employer),
    await server.request(deactivatePerson, one, employer),
    await server.request(restorePerson, one, employer),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [200, undefined]))
})

test('for the manager a colleague who orders here is a colleague, with the client’s data added', async () => {
  const driver = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId], name: 'Coleg Client' })
  const { phone } = await server.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', driver.userId)
    .executeTakeFirstOrThrow()
  await order(phone ?? '')
  expect((await read(driver.userId, manager)).reply.data).toMatchObject({
    name: 'Coleg Client',
    email: driver.email,
    roles: ['dispatcher'],
    about: 'Etaj 3',
    may: { administer: true },
  })
  const { reply } = await server.request(
    updatePerson,
    { params: { id: driver.userId }, body: { about: 'Etaj 9' } },
    manager,
  )
  expect(reply.data).toMatchObject({ name: 'Coleg Client', about: 'Etaj 9' })
  const list = await server.request(listPeople, { body: { type: 'client', search: phone ?? '' } }, manager)
  expect(list.reply.data).toMatchObject([{ id: driver.userId, name: 'Doamna Ana', email: null, about: 'Etaj 9' }])
})

test('for a dispatcher a colleague who orders here is a client; the account is not shown', async () => {
  const colleague = await aDispatcher(server, { companyId })
  expect((await read(colleague.userId, dispatcher)).status).toBe(404)
  const { phone } = await server.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', colleague.userId)
    .executeTakeFirstOrThrow()
  await order(phone ?? '')
  const { data } = (await read(colleague.userId, dispatcher)).reply
  expect(data).toMatchObject({
    name: 'Doamna Ana',
    email: null,
    identifier: null,
    roles: ['client'],
    last_seen_at: null,
  })
})

test('data that one company writes about a client is neither shown, found nor sorted by at another', async () => {
  const { clientId, phone } = await aClient(server, { companyIds: [companyId, employerId], name: 'Doamna Pop' })
  const theirs = { name: 'Hoțul de pe Lungă', email: 'hotul@vecin.ro', identifier: 'HOT-9', about: 'Nu plătește' }
  await server.request(updatePerson, { params: { id: clientId }, body: theirs }, employer)
  expect((await read(clientId, employer)).reply.data).toMatchObject(theirs)
  const ours = (await read(clientId, manager)).reply.data
  expect(ours).toMatchObject({ name: 'Doamna Pop', email: null, identifier: null, about: null, version: 1 })
  for (const search of ['hotul de pe', 'hotul@vecin', 'HOT-9']) {
    const found = await server.request(listPeople, { body: { type: 'client', search } }, manager)
    expect(found.reply.data, search).toEqual([])
    expect((await server.request(searchUsers, { body: { search } }, manager)).reply.data, search).toEqual([])
    const theirOwn = await server.request(listPeople, { body: { type: 'client', search } }, employer)
    expect(theirOwn.reply.data, search).toMatchObject([{ id: clientId, phone }])
  }
})

test('a client whom one company closes is open at another', async () => {
  const { clientId } = await aClient(server, { companyIds: [companyId, employerId], name: 'Domnul Rus' })
  await server.request(deactivatePerson, { params: { id: clientId } }, manager)
  expect((await read(clientId, manager)).reply.data.state).toBe('deactivated')
  expect((await read(clientId, employer)).reply.data.state).toBe('active')
})
