import { beginReset, changePassword, confirmReset, updateAccount } from '@dispecerat/contract/identity/account'
import { listSessions, logIn } from '@dispecerat/contract/identity/accounts'
import { exportOutboundMessages, listOutboundMessages } from '@dispecerat/contract/office/outbox'
import { updatePerson } from '@dispecerat/contract/office/people'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aClient, aCompany, aUser, PASSWORD } from '../../testing/builders.ts'
import { mailsSent, tokenMailedTo } from '../../testing/mails-sent.ts'

let server: TestServer
let companyId: CompanyId

beforeAll(async () => {
  server = await aServer({ env: { PUBLIC_ORIGINS: 'https://consola.proba.ro' } })
  companyId = (await aCompany(server)).companyId
})
afterAll(() => server.stop())

async function someone() {
  // Gives each test its own quarter of an hour of attempts.
  server.pass(16 * 60)
  const { userId, email } = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId] })
  return { userId, email, token: await server.logIn(email) }
}

const isOpen = async (token: string) => (await server.request(listSessions, {}, token)).status === 200
const opens = async (email: string, password: string) =>
  (await server.request(logIn, { body: { email, password } })).status

/** The newest mail to an address. */
async function messageTo(email: string) {
  return server.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

test('changing the password needs the old one, and closes every other session', async () => {
  const { email, token } = await someone()
  const elsewhere = await server.logIn(email)
  const change = (old_password: string, password: string) =>
    server.request(changePassword, { body: { old_password, password } }, token)
  expect((await change('gresita', 'un tramvai verde')).body.errors).toHaveProperty('old_password')
  expect((await change(PASSWORD, 'password1')).body.errors).toHaveProperty('password')
  expect((await change(PASSWORD, 'scurt')).body.errors).toHaveProperty('password')
  expect((await change(PASSWORD, 'un tramvai verde')).status).toBe(200)
  expect([await isOpen(token), await isOpen(elsewhere)]).toEqual([true, false])
  expect([await opens(email, PASSWORD), await opens(email, 'un tramvai verde')]).toEqual([422, 201])
})

test('one’s own name is changed freely, the phone and the e-mail only with the password', async () => {
  const { email, token } = await someone()
  const other = await someone()
  const change = (body: object) => server.request(updateAccount, { body }, token)
  const phone = '0722 999 001'
  expect((await change({ name: 'Ana Nouă' })).reply.data).toMatchObject({ name: 'Ana Nouă', email })
  expect((await change({ phone })).body.errors).toHaveProperty('password')
  expect((await change({ phone, password: 'gresita' })).body.errors).toHaveProperty('password')
  expect((await change({ phone, password: PASSWORD })).reply.data.phone).toBe('+40722999001')
  expect((await change({ name: 'Ana', phone, email })).status).toBe(200)
  expect((await change({ phone: '' })).body.errors).toHaveProperty('password')
  expect((await change({ email: 'ana@proba.ro' })).body.errors).toHaveProperty('password')
  expect((await change({ email: 'ana@proba.ro', password: 'gresita' })).body.errors).toHaveProperty('password')
  expect((await change({ email: other.email, password: PASSWORD })).body.errors).toHaveProperty('email')
  expect((await change({ email: 'ana@proba.ro', password: PASSWORD })).reply.data.email).toBe('ana@proba.ro')
})

test('an account without an e-mail takes that of a client and gives up its phone in one change', async () => {
  const { userId, token } = await someone()
  const email = 'client@proba.ro'
  const client = await aClient(server, { companyIds: [companyId] })
  const setEmail = (id: number, value: string | null) =>
    server.db.updateTable('users').set({ email: value }).where('id', '=', asId<UserId>(id)).execute()
  await setEmail(client.clientId, email)
  await setEmail(userId, null)
  const { reply } = await server.request(updateAccount, { body: { email, phone: '', password: PASSWORD } }, token)
  expect(reply.data).toMatchObject({ email, phone: null })
})

test('the page of people does not let a manager change their own phone and e-mail without the password', async () => {
  const { userId, email } = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const token = await server.logIn(email)
  const edit = async (body: object) =>
    (await server.request(updatePerson, { params: { id: userId }, body }, token)).body
  expect((await edit({ phone: '0722 999 002' })).errors).toHaveProperty('phone')
  expect((await edit({ email: 'alta@proba.ro' })).errors).toHaveProperty('email')
  expect(await edit({ name: 'Șefa Nouă' })).toMatchObject({ data: { name: 'Șefa Nouă', email } })
})

test('a reset for an unknown address gets the same reply as for a known one; only the known one is mailed', async () => {
  const { email } = await someone()
  const known = await server.request(beginReset, { body: { email } })
  const unknown = await server.request(beginReset, { body: { email: 'nimeni@proba.ro' } })
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  const [mail] = (await mailsSent(server)).filter(({ to }) => to === email)
  expect(mail?.text).toContain('https://consola.proba.ro/reset-password#tx_')
  expect(await messageTo('nimeni@proba.ro')).toBeUndefined()
})

test('a mailed link changes the password once, within two hours, and closes every session', async () => {
  const { email, token } = await someone()
  await server.request(beginReset, { body: { email } })
  const link = await tokenMailedTo(server, email)
  const choose = (password: string) => server.request(confirmReset, { body: { token: link, password } })
  expect((await choose('parola123')).body.errors).toHaveProperty('password')
  expect((await choose('un nou inceput')).status).toBe(200)
  expect(await isOpen(token)).toBe(false)
  expect(await opens(email, 'un nou inceput')).toBe(201)
  expect((await choose('inca o parola')).body.code).toBe('account.reset_closed')

  await server.request(beginReset, { body: { email } })
  const late = await tokenMailedTo(server, email)
  server.pass(2 * 3600 + 1)
  const answer = await server.request(confirmReset, { body: { token: late, password: 'prea tarziu acum' } })
  expect(answer.body.code).toBe('account.reset_closed')
})

test('the stored mail contains no link: it is created when the mail is sent, and a password chosen meanwhile closes it', async () => {
  const { email, token } = await someone()
  await server.request(beginReset, { body: { email } })
  const stored = await messageTo(email)
  const inRow = /#([\w-]+)/.exec(stored?.text ?? '')?.[1] ?? ''
  const choose = (link: string) => server.request(confirmReset, { body: { token: link, password: 'un nou inceput' } })
  expect((await choose(inRow)).body.code).toBe('account.reset_closed')
  const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  const { data } = (await server.request(listOutboundMessages, { query: { search: email } }, admin)).reply
  expect(data).toMatchObject([{ recipient: email, text: null }])
  const file = await server.request(exportOutboundMessages, { body: { format: 'csv', search: email } }, admin)
  expect(String(file.body.file)).not.toContain('reset-password')

  const body = { old_password: PASSWORD, password: 'un tramvai verde' }
  expect((await server.request(changePassword, { body }, token)).status).toBe(200)
  expect(await tokenMailedTo(server, email)).toBe('')
  expect(await messageTo(email)).toMatchObject({ state: 'failed', reason: 'expired' })
})

test('a mail that is sent again has a link of its own; using one closes both', async () => {
  const { email } = await someone()
  await server.request(beginReset, { body: { email } })
  const first = await tokenMailedTo(server, email)
  const again = { state: 'queued' as const, due_at: server.clock.now() }
  await server.db.updateTable('outbox').set(again).where('recipient', '=', email).execute()
  const second = await tokenMailedTo(server, email)
  expect(first).not.toBe(second)
  const choose = (token: string) => server.request(confirmReset, { body: { token, password: 'un nou inceput' } })
  expect([(await choose(first)).status, (await choose(second)).body.code]).toEqual([200, 'account.reset_closed'])
})

test('two concurrent uses of one link: one password is saved', async () => {
  const { email } = await someone()
  await server.request(beginReset, { body: { email } })
  const token = await tokenMailedTo(server, email)
  const choose = (password: string) => server.request(confirmReset, { body: { token, password } })
  const answers = await Promise.all([choose('primul tramvai'), choose('al doilea tramvai')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})

test('requests for links are rate limited', async () => {
  const { email } = await someone()
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await server.request(beginReset, { body: { email } })).status)
  expect(statuses).toEqual([202, 202, 202, 429])
})
