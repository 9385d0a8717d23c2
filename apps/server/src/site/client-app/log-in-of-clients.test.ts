import { listOutboundMessages } from '@dispecerat/contract/office/outbox'
import { erasePersonalData } from '@dispecerat/contract/office/personal-data'
import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { beginLogIn, endClientSession, enterCode, readClientSelf } from '@dispecerat/contract/site/client-app'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer, type TestServerOptions } from '../../testing/a-server.ts'
import { aClient, aCompany, aDriver, aUser } from '../../testing/builders.ts'
import { messagesSent } from '../../testing/mails-sent.ts'
import { clientToken, codeSentTo, openClientApp } from './testing/as-client.ts'

const PHONE = '+40722000111'

async function anApp(options: TestServerOptions = {}) {
  const server = await aServer(options)
  const { companyId } = await aCompany(server, { name: 'Taxi Coduri' })
  await openClientApp(server, companyId)
  return { server, companyId, who: { company_id: companyId, phone: PHONE } }
}

const enter = (server: TestServer, who: { company_id: CompanyId; phone: string }, code: string) =>
  server.request(enterCode, { body: { ...who, code } })
/** Five wrong guesses of an address in 20 s would be refused. */
async function slowly(server: TestServer, guess: () => ReturnType<typeof enter>): Promise<number> {
  server.pass(5)
  return (await guess()).status
}
/** Any other six digits. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a code by SMS opens a session of the phone in the company, once', async () => {
  const { server, who } = await anApp()
  await using _ = server
  const code = await codeSentTo(server, who)
  const opened = await enter(server, who, code)
  expect(opened.status).toBe(201)
  const { token } = opened.reply
  const self = await server.request(readClientSelf, {}, token)
  expect(self.reply.data).toMatchObject({ phone: PHONE, name: null, company: { name: 'Taxi Coduri' } })
  expect((await enter(server, who, code)).body.code).toBe('client_app.code_wrong')
  expect((await server.request(endClientSession, {}, token)).status).toBe(200)
  expect((await server.request(readClientSelf, {}, token)).status).toBe(401)
})

test('the reply, the rows and the SMS are the same for a phone that is known, unknown, or of a driver', async () => {
  const { server, companyId } = await anApp()
  await using _ = server
  const { phone: known } = await aClient(server, { companyIds: [companyId] })
  const driver = await aDriver(server, { companyId })
  const { phone: drivers } = await server.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', driver.driverId)
    .executeTakeFirstOrThrow()
  const users = await server.db.selectFrom('users').select('id').execute()
  const answers: unknown[] = []
  for (const phone of [known, PHONE, drivers ?? '']) {
    const { status, body } = await server.request(beginLogIn, { body: { company_id: companyId, phone } })
    answers.push([status, body])
  }
  expect(answers).toEqual(Array.from({ length: 3 }, () => [202, { ok: true }]))
  expect(await server.db.selectFrom('users').select('id').execute()).toEqual(users)
  const { texts } = await messagesSent(server)
  expect(texts.map(({ text }) => text.replace(/\d{6}/, '######'))).toEqual(
    Array.from({ length: 3 }, () => 'Taxi Coduri: codul este ######. Este valabil 5 minute. Nu il spuneti nimanui.'),
  )
})

test('a code expires after five minutes, after five wrong attempts, and with the next one', async () => {
  const { server, who } = await anApp()
  await using _ = server
  const late = await codeSentTo(server, who)
  server.pass(5 * 60)
  expect((await enter(server, who, late)).status).toBe(422)
  const guessed = await codeSentTo(server, who)
  for (let i = 0; i < 5; i++) expect(await slowly(server, () => enter(server, who, wrong(guessed)))).toBe(422)
  expect(await slowly(server, () => enter(server, who, guessed))).toBe(422)
  server.pass(15 * 60)
  const replaced = await codeSentTo(server, who)
  const newest = await codeSentTo(server, who)
  if (replaced !== newest) expect((await enter(server, who, replaced)).status).toBe(422)
  expect((await enter(server, who, newest)).status).toBe(201)
})

test('of two concurrent uses of one code one gets a session', async () => {
  const { server, who } = await anApp()
  await using _ = server
  const code = await codeSentTo(server, who)
  const answers = await Promise.all([enter(server, who, code), enter(server, who, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
})

test('wrong codes count per phone in all companies: the eleventh in a quarter of an hour is not checked', async () => {
  const { server, who } = await anApp()
  await using _ = server
  const other = await aCompany(server)
  await openClientApp(server, other.companyId)
  const elsewhere = { company_id: other.companyId, phone: PHONE }
  const codes = [await codeSentTo(server, who), await codeSentTo(server, elsewhere)]
  for (const [i, each] of [who, elsewhere].entries()) {
    for (let n = 0; n < 5; n++) expect(await slowly(server, () => enter(server, each, wrong(codes[i] ?? '')))).toBe(422)
  }
  const code = await codeSentTo(server, who)
  expect(await slowly(server, () => enter(server, who, code))).toBe(429)
})

test('a phone gets three codes in a quarter of an hour and ten a day, in all companies', async () => {
  const { server, who } = await anApp()
  await using _ = server
  const other = await aCompany(server)
  await openClientApp(server, other.companyId)
  const requestCode = (company_id = who.company_id) => server.request(beginLogIn, { body: { ...who, company_id } })
  const statuses = async (times: number) => {
    const found: number[] = []
    for (let i = 0; i < times; i++) found.push((await requestCode(i % 2 ? other.companyId : who.company_id)).status)
    return found
  }
  expect(await statuses(4)).toEqual([202, 202, 202, 429])
  server.pass(15 * 60)
  expect(await statuses(4)).toEqual([202, 202, 202, 429])
  server.pass(15 * 60)
  expect(await statuses(4)).toEqual([202, 202, 202, 429])
  server.pass(15 * 60)
  expect(await statuses(2)).toEqual([202, 429])
  server.pass(24 * 3600)
  expect(await statuses(1)).toEqual([202])
})

test('an address may request twenty codes in a quarter of an hour', async () => {
  const { server, companyId } = await anApp()
  await using _ = server
  const statuses: number[] = []
  for (let i = 10; i <= 30; i++) {
    const { status } = await server.request(beginLogIn, { body: { company_id: companyId, phone: `+407220002${i}` } })
    statuses.push(status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429])
})

test('above the daily limit of SMS no code is sent, and the client is told to call', async () => {
  const { server, companyId, who } = await anApp()
  await using _ = server
  await server.db
    .insertInto('company_quotas')
    .values({ company_id: companyId, kind: 'sms', limit_per_day: 1 })
    .execute()
  expect((await server.request(beginLogIn, { body: who })).status).toBe(202)
  expect((await server.request(beginLogIn, { body: who })).body).toMatchObject({ code: 'client_app.no_codes_left' })
})

test('companies without the application, suspended and unknown ones get the same reply; a number that takes no SMS is named', async () => {
  const { server, companyId, who } = await anApp()
  await using _ = server
  const off = await aCompany(server)
  const suspended = await aCompany(server, { status: 'suspended' })
  await openClientApp(server, suspended.companyId)
  for (const company_id of [off.companyId, suspended.companyId, 999_999]) {
    const phone = `+4072200${4000 + (company_id % 1000)}`
    expect((await server.request(beginLogIn, { body: { company_id, phone } })).body.code).toBe('client_app.off')
  }
  for (const phone of ['+40268111222', '+491701234567']) {
    const answer = await server.request(beginLogIn, { body: { company_id: companyId, phone } })
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['phone']])
  }
  const token = await clientToken(server, { companyId, phone: who.phone })
  await server.db
    .updateTable('company_settings')
    .set({ client_app: false })
    .where('company_id', '=', companyId)
    .execute()
  expect((await server.request(readClientSelf, {}, token)).status).toBe(401)
})

test('the code is in no row, no log and no page; in a demo the outbox shows it', async () => {
  const lines: string[] = []
  const { server, companyId, who } = await anApp({ logTo: (line) => lines.push(line) })
  await using _ = server
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const manager = await server.logIn(boss.email)
  const code = await codeSentTo(server, who)
  expect(code).toMatch(/^\d{6}$/)
  const stored = await server.db.selectFrom('client_codes').selectAll().execute()
  const outboundMessages = await server.db.selectFrom('outbox').selectAll().execute()
  expect(JSON.stringify([stored, outboundMessages, lines])).not.toContain(code)
  expect((await server.request(listOutboundMessages, {}, manager)).reply.data[0]).toMatchObject({
    kind: 'sms',
    text: null,
  })

  const demo = await anApp({ env: { DEMO: 'on' } })
  await using __ = demo.server
  const keeper = await aUser(demo.server, { roles: ['company_admin'], companyIds: [demo.companyId] })
  await demo.server.request(beginLogIn, { body: demo.who })
  const [outboundMessage] = (await demo.server.request(listOutboundMessages, {}, await demo.server.logIn(keeper.email)))
    .reply.data
  const shown = /\d{6}/.exec(outboundMessage?.text ?? '')?.[0] ?? ''
  expect((await enter(demo.server, demo.who, shown)).status).toBe(201)
})

test('a message that is sent five minutes later contains no code', async () => {
  const { server, who } = await anApp()
  await using _ = server
  await server.request(beginLogIn, { body: who })
  server.pass(5 * 60)
  expect((await messagesSent(server)).texts).toEqual([])
  expect(await server.db.selectFrom('outbox').select(['state', 'reason']).execute()).toEqual([
    { state: 'failed', reason: 'expired' },
  ])
})

test('a session ends 30 days after the code however much it is used, and with the next log-in of the phone', async () => {
  const { server, companyId, who } = await anApp()
  await using _ = server
  const first = await clientToken(server, { companyId, phone: PHONE })
  const status = async (token: string) => (await server.request(readClientSelf, {}, token)).status
  server.pass(29 * 24 * 3600)
  expect(await status(first)).toBe(200)
  const { token } = (await enter(server, who, await codeSentTo(server, who))).reply
  expect([await status(first), await status(token)]).toEqual([401, 200])
  server.pass(30 * 24 * 3600)
  expect(await status(token)).toBe(401)
})

test('a client whom the company closed or erased has no session; a blocked one may still read', async () => {
  const { server, companyId, who } = await anApp()
  await using _ = server
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const manager = await server.logIn(boss.email)
  const token = await clientToken(server, { companyId, phone: PHONE })
  const status = async () => (await server.request(readClientSelf, {}, token)).status
  await server.request(blockPhone, { body: { phone: PHONE, reason: 'Nu plătește' } }, manager)
  expect(await status()).toBe(200)
  const ofClient = server.db.updateTable('company_clients').where('company_id', '=', companyId)
  await ofClient.set({ is_active: false }).execute()
  expect(await status()).toBe(401)
  const closed = await enter(server, who, await codeSentTo(server, who))
  expect([closed.status, closed.body.code]).toEqual([403, 'client_app.closed'])
  await ofClient.set({ is_active: true }).execute()
  expect(await status()).toBe(200)
  const { user_id: id } = await server.db.selectFrom('company_clients').select('user_id').executeTakeFirstOrThrow()
  await server.request(erasePersonalData, { params: { id }, body: {} }, manager)
  expect(await status()).toBe(401)
  expect(await server.db.selectFrom('client_sessions').selectAll().execute()).toEqual([])
})
