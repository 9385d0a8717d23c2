import { transferMoney } from '@dispecerat/contract/billing/finance'
import { confirmReset, updateAccount } from '@dispecerat/contract/identity/account'
import { logIn } from '@dispecerat/contract/identity/accounts'
import {
  createPerson,
  deactivatePerson,
  readPerson,
  resetPersonPassword,
  setRoles,
  updatePerson,
} from '@dispecerat/contract/office/people'
import type { Role } from '@dispecerat/domain/identity/permissions'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aClient, aCompany, aDispatcher, aDriver, aUser, PASSWORD } from '../../testing/builders.ts'
import { tokenMailedTo } from '../../testing/mails-sent.ts'

let server: TestServer
let companyId: CompanyId
let otherCompanyId: CompanyId
let manager: string
let admin: string
let rival: string

beforeAll(async () => {
  server = await aServer({ env: { PUBLIC_ORIGINS: 'https://consola.proba.ro' } })
  admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  companyId = (await aCompany(server, { name: 'Taxi Postăvarul' })).companyId
  otherCompanyId = (await aCompany(server)).companyId
  const boss = async (of: number) =>
    server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [asId<CompanyId>(of)] })).email)
  manager = await boss(companyId)
  rival = await boss(otherCompanyId)
})
afterAll(() => server.stop())

const add = (body: object, token = manager) =>
  server.request(createPerson, { body: { company_ids: [companyId], ...body } as never }, token)
const edit = (id: number, body: object, token = manager) =>
  server.request(updatePerson, { params: { id }, body }, token)
const page = async (id: number, token = manager) =>
  (await server.request(readPerson, { params: { id } }, token)).reply.data
const give = (id: number, roles: readonly Role[], token = admin) =>
  server.request(setRoles, { params: { id }, body: { roles: [...roles] } }, token)
const mailLink = (id: number) => server.request(resetPersonPassword, { params: { id }, body: {} }, manager)

async function outboundMessagesTo(email: string) {
  return server.db.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('id').execute()
}

const choose = (token: string, password: string) => server.request(confirmReset, { body: { token, password } })

test('a link in a mailbox is invalid once the account has another password or address, or is closed', async () => {
  const outdated = async (happens: (one: { userId: UserId; email: string }) => Promise<unknown>) => {
    const one = await aDispatcher(server, { companyId })
    expect((await mailLink(one.userId)).reply).toEqual({ is_mailed: true })
    const link = await tokenMailedTo(server, one.email)
    await happens(one)
    return (await choose(link, 'un tramvai verde')).body.code
  }
  const input = (userId: UserId) => ({ params: { id: userId }, body: { password: 'parola de la sef' } })
  const codes = [
    await outdated(({ userId }) => server.request(resetPersonPassword, input(userId), manager)),
    await outdated(({ userId }) => edit(userId, { email: `alta${userId}@proba.ro` })),
    await outdated(async ({ email, userId }) =>
      server.request(
        updateAccount,
        { body: { email: `mea${userId}@proba.ro`, password: PASSWORD } },
        await server.logIn(email),
      ),
    ),
    await outdated(({ userId }) => server.request(deactivatePerson, { params: { id: userId } }, manager)),
  ]
  expect(codes).toEqual(codes.map(() => 'account.reset_closed'))
})

test('a password that an administrator sets cannot be the name or the address of its account', async () => {
  const { userId, email } = await aDispatcher(server, { companyId })
  const set = (password: string) =>
    server.request(resetPersonPassword, { params: { id: userId }, body: { password } }, manager)
  expect((await set(email)).body.errors).toEqual({
    password: ['Parola se ghicește ușor; alegeți alta, de exemplu trei cuvinte fără legătură'],
  })
  expect((await set('un tramvai verde')).status).toBe(200)
})

test('a user who loses a company is logged out; one who gains a company is not', async () => {
  const { userId, email } = await aDispatcher(server, { companyId })
  const isIn = async (token: string) => (await server.request(readPerson, { params: { id: userId } }, token)).status
  const before = await server.logIn(email)
  expect((await edit(userId, { company_ids: [companyId, otherCompanyId] }, admin)).status).toBe(200)
  expect(await isIn(before)).toBe(200)
  const again = await server.logIn(email)
  expect((await edit(userId, { company_ids: [otherCompanyId] }, admin)).status).toBe(200)
  expect(await isIn(again)).toBe(401)
})

test('a driver takes no money to another company: the move needs a balance of zero', async () => {
  const { driverId } = await aDriver(server, { companyId })
  const pay = (direction: 'in' | 'out') =>
    server.request(transferMoney, { body: { driver_id: driverId, amount: 50, direction, method: 'cash' } }, manager)
  await pay('in')
  const refused = await edit(driverId, { company_ids: [otherCompanyId] }, admin)
  expect(String((refused.body.errors as Record<string, string[]>).company_ids)).toContain('sold')
  await pay('out')
  expect((await edit(driverId, { company_ids: [otherCompanyId] }, admin)).status).toBe(200)
  expect((await page(driverId, rival)).companies.map(({ id }) => id)).toEqual([otherCompanyId])
})

test('a driver who stopped driving, changed company and drives again drives for the new one', async () => {
  const { driverId } = await aDriver(server, { companyId })
  await give(driverId, ['dispatcher'])
  await edit(driverId, { company_ids: [otherCompanyId] }, admin)
  expect((await give(driverId, ['dispatcher', 'driver'])).status).toBe(200)
  const duty = await server.db
    .selectFrom('driver_status')
    .select('company_id')
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  expect(duty).toEqual({ company_id: otherCompanyId })
})

test('a client must keep a phone, which identifies them', async () => {
  const { id } = (await add({ name: 'Nea Ion', phone: '0722 600 002', email: 'ion@proba.ro', roles: ['client'] })).reply
    .data
  expect((await edit(id, { phone: '' })).body.errors).toEqual({ phone: ['Telefonul este obligatoriu'] })
  expect((await edit(id, { phone: '0722 600 003' })).reply.data.phone).toBe('+40722600003')
})

test('a user of another company becomes our client with our code and e-mail, and keeps the other company’s data there', async () => {
  const { clientId, phone } = await aClient(server, { companyIds: [otherCompanyId], name: 'Al lor' })
  const input = { name: 'Al nostru', phone, roles: ['client'] }
  const { data } = (await add({ ...input, email: 'altul@proba.ro', identifier: 'C-77' })).reply
  expect(data.id).toBe(clientId)
  expect(await page(clientId)).toMatchObject({ name: 'Al nostru', identifier: 'C-77', email: 'altul@proba.ro' })
  expect(await page(clientId, rival)).toMatchObject({ name: 'Al lor', identifier: null, email: null })
})

test('a client who becomes a colleague keeps their address and code', async () => {
  const client = { name: 'Nea Vasile', phone: '0722 600 004', email: 'vasile@proba.ro', identifier: 'V-1' }
  const { id } = (await add({ ...client, roles: ['client'] })).reply.data
  const made = await add({ name: 'Vasile Pop', phone: client.phone, email: client.email, roles: ['driver'] })
  expect(made.reply.data.id).toBe(id)
  expect(await page(id)).toMatchObject({ name: 'Vasile Pop', email: client.email, identifier: 'V-1' })
})

test('client data of a client who is also our driver is on their page', async () => {
  const { clientId, phone } = await aClient(server, { companyIds: [companyId], name: 'Domnul Radu', about: 'Etaj 3' })
  await add({ name: 'Radu Ene', phone, roles: ['driver'] })
  expect(await page(clientId)).toMatchObject({ name: 'Radu Ene', about: 'Etaj 3' })
  expect((await edit(clientId, { about: 'Etaj 4' })).reply.data.about).toBe('Etaj 4')
})

test('a colleague added without a password is mailed a link to choose one, valid for three days', async () => {
  const email = 'noua@proba.ro'
  await add({ name: 'Ana Nouă', email, roles: ['dispatcher'] })
  await add({ name: 'Cu Parolă', email: 'cu@proba.ro', password: 'un tramvai verde', roles: ['dispatcher'] })
  await add({ name: 'Client', email: 'client@proba.ro', phone: '0722 600 001', roles: ['client'] })
  expect([await outboundMessagesTo('cu@proba.ro'), await outboundMessagesTo('client@proba.ro')]).toEqual([[], []])
  const [outboundMessage, ...more] = await outboundMessagesTo(email)
  expect(more).toEqual([])
  expect(outboundMessage).toMatchObject({ subject: 'Contul dumneavoastră la Taxi Postăvarul', is_secret: true })
  expect(outboundMessage?.text).toContain('Bună ziua, Ana Nouă')
  expect(outboundMessage?.text).toContain('https://consola.proba.ro/reset-password#one-time-token')
  const link = await tokenMailedTo(server, email)
  server.pass(71 * 3600)
  expect((await choose(link, 'un tramvai verde')).status).toBe(200)
  expect((await server.request(logIn, { body: { email, password: 'un tramvai verde' } })).status).toBe(201)
})
