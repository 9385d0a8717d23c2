import { listOutboundMessages, resendMessage } from '@dispecerat/contract/office/outbox'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMessaging } from '../../adapters/messaging/open-messaging.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../testing/builders.ts'
import { startOutboxJobs } from './outbox.jobs.ts'
import { claimDueMessages } from './outbox.store.ts'
import { queueMail, queuePush, queueSms } from './queue-message.ts'
import { sendDueMessages } from './send-due-messages.ts'

/** An SMTP server in this process that stores the mails it receives. */
class Postman {
  readonly mails: string[] = []
  failure: { code: number } | null = null
  readonly #smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { failure } = this
        if (failure) return done(Object.assign(new Error('no'), { responseCode: failure.code }))
        this.mails.push(Buffer.concat(parts).toString())
        done()
      })
    },
  })

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#smtp.listen(0, '127.0.0.1', resolve))
    const address = this.#smtp.server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return `smtp://127.0.0.1:${address.port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#smtp.close(() => resolve()))
  }
}

const postman = new Postman()
let smtpUrl: string
let server: TestServer
let companyId: CompanyId
let manager: string

beforeAll(async () => {
  smtpUrl = await postman.open()
  server = await aServer()
  companyId = (await aCompany(server)).companyId
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  manager = await server.logIn(boss.email)
})
beforeEach(async () => {
  await server.db.deleteFrom('outbox').execute()
  postman.mails.length = 0
  postman.failure = null
})
afterAll(async () => {
  await server.stop()
  await postman.close()
})

const messaging = () =>
  openMessaging({ mail: { smtpUrl, from: 'Dispecerat <no-reply@proba.ro>' }, sms: null, push: null })
const queue = (to = 'ion.pop@proba.ro', more: { resetId?: number; isSecret?: boolean } = {}) =>
  server.db
    .transaction()
    .execute((tx) =>
      queueMail(tx, { companyId, to, subject: 'Bun venit', text: 'Salutări, Țepeș', ...more }, server.clock.now()),
    )
const tokenOfReset = async () => null
const send = async () => {
  const provider = messaging()
  const taken = await sendDueMessages({ ...server, messaging: provider, tokenOfReset })
  provider.close()
  return taken
}
const outboundMessages = async (token = manager) => (await server.request(listOutboundMessages, {}, token)).reply

test('a message is sent once, after the commit, with its message key, and listed as sent', async () => {
  await queue()
  expect(await send()).toBe(1)
  expect(await send()).toBe(0)
  expect(postman.mails).toHaveLength(1)
  const { message_key } = await server.db.selectFrom('outbox').select('message_key').executeTakeFirstOrThrow()
  expect(postman.mails[0]).toContain(`Message-ID: <${message_key}@dispecerat>`)
  expect(postman.mails[0]).toContain('To: ion.pop@proba.ro')
  expect((await outboundMessages()).data).toMatchObject([
    { state: 'sent', kind: 'mail', tries: 1, text: 'Salutări, Țepeș' },
  ])
})

test('viewers of the outbox get one event per transaction when messages are queued or sent; other companies get none', async () => {
  const other = await aCompany(server)
  const unknown = await aUser(server, { roles: ['company_admin'], companyIds: [other.companyId] })
  const [mine, theirs] = [await server.socket(manager), await server.socket(await server.logIn(unknown.email))]
  await server.db.transaction().execute(async (tx) => {
    const now = server.clock.now()
    for (const to of ['a@proba.ro', 'b@proba.ro'])
      await queueMail(tx, { companyId, to, subject: 'Unu', text: 'Doi' }, now)
  })
  const frames = () => mine.framesOf('outbox_changed').map(({ data }) => data)
  await expect.poll(frames).toEqual([{}])
  await send()
  await expect.poll(frames).toEqual([{}, {}, {}])
  await theirs.caughtUp()
  expect(theirs.framesOf('outbox_changed')).toEqual([])
})

test('a message of the platform notifies only its administrators', async () => {
  const admin = await server.socket(await server.logIn((await aUser(server, { roles: ['admin'] })).email))
  const mine = await server.socket(manager)
  await server.db
    .transaction()
    .execute((tx) =>
      queueMail(tx, { companyId: null, to: 'a@proba.ro', subject: 'Unu', text: 'Doi' }, server.clock.now()),
    )
  await expect.poll(() => admin.framesOf('outbox_changed').length).toBe(1)
  await mine.caughtUp()
  expect(mine.framesOf('outbox_changed')).toEqual([])
})

test('a message queued in a rolled-back transaction is never sent', async () => {
  const verb = server.db.transaction().execute(async (tx) => {
    await queueMail(tx, { companyId, to: 'x@proba.ro', subject: 'Nu', text: 'Nu' }, server.clock.now())
    throw new Error('undone')
  })
  await expect(verb).rejects.toThrow('undone')
  expect(await send()).toBe(0)
})

test('an unreachable server delays a message with growing pauses, and never loses it', async () => {
  await queue()
  postman.failure = { code: 451 }
  await send()
  expect((await outboundMessages()).data).toMatchObject([{ state: 'queued', reason: 'unreachable', tries: 1 }])
  server.pass(9)
  expect(await send()).toBe(0)
  server.pass(2)
  expect(await send()).toBe(1)
  postman.failure = null
  server.pass(61)
  expect(await send()).toBe(1)
  expect((await outboundMessages()).data).toMatchObject([{ state: 'sent', reason: null, tries: 3 }])
})

test('a message fails after the last attempt, or at once when the server refuses it', async () => {
  await queue()
  postman.failure = { code: 451 }
  for (const seconds of [0, 11, 61, 301, 1801, 7201]) {
    server.pass(seconds)
    await send()
  }
  expect((await outboundMessages()).data).toMatchObject([{ state: 'failed', reason: 'unreachable', tries: 6 }])
  await queue()
  postman.failure = { code: 550 }
  await send()
  expect((await outboundMessages()).data[0]).toMatchObject({ state: 'failed', reason: 'refused', tries: 1 })
})

test('a message whose sender process died is sent by another after the lease', async () => {
  await queue()
  const taken = { kind: 'mail', now: server.clock.now(), leaseSeconds: 60, limit: 10 } as const
  expect(await claimDueMessages(server.db, taken)).toHaveLength(1)
  expect(await send()).toBe(0)
  server.pass(61)
  expect(await send()).toBe(1)
  expect(postman.mails).toHaveLength(1)
})

test('several nodes that poll at once send different messages', async () => {
  for (let n = 0; n < 20; n++) await queue(`om${n}@proba.ro`)
  await Promise.all([send(), send(), send()])
  expect(postman.mails).toHaveLength(20)
  expect(new Set(postman.mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1])).size).toBe(20)
})

test('an SMS gateway that does not answer delays no e-mail', async () => {
  const now = server.clock.now()
  await server.db.transaction().execute((tx) => queueSms(tx, { companyId, to: '+40722333444', text: 'Vine' }, now))
  await queue()
  let answers = () => {}
  const silent = new Promise<void>((resolve) => {
    answers = resolve
  })
  const mails: string[] = []
  const jobs = startOutboxJobs(
    server,
    {
      mail: async ({ to }) => void mails.push(to),
      sms: () => silent,
      push: null,
      close: () => {},
    },
    { tokenOfReset },
  )
  await expect.poll(() => mails).toEqual(['ion.pop@proba.ro'])
  await queue('ana.pop@proba.ro')
  await expect.poll(() => mails).toEqual(['ion.pop@proba.ro', 'ana.pop@proba.ro'])
  answers()
  await jobs.stop()
})

test('mails with access to an account are sent before older mails', async () => {
  for (let n = 0; n < 20; n++) await queue(`om${n}@proba.ro`)
  await queue('uitat@proba.ro', { isSecret: true })
  await send()
  expect(postman.mails).toHaveLength(10)
  expect(postman.mails.some((mail) => mail.includes('To: uitat@proba.ro'))).toBe(true)
})

test('without a provider a message is held until a user sends it again', async () => {
  const now = server.clock.now()
  await server.db.transaction().execute(async (tx) => {
    await queueSms(tx, { companyId, to: '+40722333444', text: 'Mașina vine' }, now)
  })
  await send()
  const held = await outboundMessages()
  expect(held.data).toMatchObject([{ kind: 'sms', state: 'held', reason: 'no_provider', recipient: '…444' }])
  expect(held.providers).toEqual({ mail: false, sms: false, push: false })
  const again = await server.request(resendMessage, { params: { id: held.data[0]?.id ?? 0 } }, manager)
  expect(again.reply.data).toMatchObject({ state: 'queued', tries: 0 })
})

test('a push to a user without the app fails with reason no_device', async () => {
  const driver = await aUser(server, { roles: ['driver'], companyIds: [companyId] })
  const { userId } = driver
  const now = server.clock.now()
  await server.db.transaction().execute((tx) => queuePush(tx, { userId, title: 'Cursă', text: 'Nouă', companyId }, now))
  const pushed: unknown[] = []
  const push = async (outboundMessage: unknown) => void pushed.push(outboundMessage)
  await sendDueMessages({ ...server, messaging: { mail: null, sms: null, push, close: () => {} }, tokenOfReset })
  expect([pushed, (await outboundMessages()).data[0]]).toMatchObject([[], { state: 'failed', reason: 'no_device' }])
})

test('addresses are masked, and the text of a password link is never shown', async () => {
  const { userId } = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId] })
  const reset = { user_id: userId, created_at: server.clock.now(), expires_at: server.clock.now() }
  const { id } = await server.db
    .insertInto('password_resets')
    .values({ ...reset, token_hash: null, used_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queue('ion.pop@proba.ro', { resetId: id })
  expect((await outboundMessages()).data).toMatchObject([{ recipient: 'i…@proba.ro', text: null }])
  const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  expect((await outboundMessages(admin)).data).toMatchObject([{ recipient: 'ion.pop@proba.ro', text: null }])
  const search = { query: { search: 'ion.pop' } }
  expect((await server.request(listOutboundMessages, search, manager)).reply.data).toEqual([])
  const dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  expect((await server.request(listOutboundMessages, {}, dispatcher)).status).toBe(403)
})

test('a line break in the subject or the address adds no header', async () => {
  await server.db.transaction().execute(async (tx) => {
    const mail = { companyId, to: 'a@proba.ro\r\nBcc: all@proba.ro', subject: 'Unu\r\nBcc: x@proba.ro', text: 'Doi' }
    await queueMail(tx, mail, server.clock.now())
  })
  await send()
  for (const mail of postman.mails) expect(mail).not.toMatch(/^Bcc:/im)
})
