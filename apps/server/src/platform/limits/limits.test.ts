import { CLOSE } from '@dispecerat/contract/api/realtime'
import { changeCompanyStatus, exportCompanies } from '@dispecerat/contract/identity/companies'
import { changeLimits, decideApproval, readUsage } from '@dispecerat/contract/identity/company-limits'
import { runImport } from '@dispecerat/contract/office/imports'
import { sendMessage } from '@dispecerat/contract/office/messages'
import { resendMessage } from '@dispecerat/contract/office/outbox'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { dialPhone } from '@dispecerat/contract/telephony/calls'
import { DAILY_LIMITS, DEFAULT_SOCKETS, type LimitKind, type QuotaKind } from '@dispecerat/domain/identity/quota'
import { asId, type CompanyId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aClient, aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { until } from '../../testing/until.ts'
import { queueMail, queueSms } from '../outbox/outbox.public.ts'
import { sendDueMessages } from '../outbox/send-due-messages.ts'
import { countIfFits, requireQuota } from './limits.public.ts'

let server: TestServer
let companyId: CompanyId
let manager: string
let admin: string

beforeEach(async () => {
  server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  companyId = (await aCompany(server)).companyId
  manager = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
})
afterEach(() => server.stop())

const setCompany = (columns: object) =>
  server.db.updateTable('companies').set(columns).where('id', '=', companyId).execute()
const inTx = <T>(work: (tx: Parameters<typeof queueSms>[0]) => Promise<T>) => server.db.transaction().execute(work)
const limitTo = (limits: Partial<Record<LimitKind, number | null>>) =>
  server.request(changeLimits, { params: { id: companyId }, body: { limits } }, admin)
const used = async (kind: QuotaKind) =>
  (await server.request(readUsage, { params: { id: companyId } }, manager)).reply.data.kinds.find(
    (one) => one.kind === kind,
  )
const outboundMessages = () =>
  server.db.selectFrom('outbox').select(['kind', 'state', 'reason']).orderBy('id').execute()

/** Providers that record what they get. */
function providers() {
  const left: string[] = []
  const keep = async ({ to }: { to: string }) => void left.push(to)
  return { left, messaging: { mail: keep, sms: keep, push: null, close: () => {} } }
}

test('nothing is sent for a company that waits; its mail is sent after the approval, an old SMS is not', async () => {
  await setCompany({ approval: 'waiting' })
  const now = server.clock.now()
  await inTx(async (tx) => {
    await queueSms(tx, { companyId, to: '+40722333444', text: 'Mașina vine' }, now)
    await queueMail(tx, { companyId, to: 'ion@proba.ro', subject: 'Cont', text: 'Nou' }, now)
  })
  const { left, messaging } = providers()
  await sendDueMessages({ ...server, tokenOfReset: async () => null, messaging })
  expect(left).toEqual([])
  const held = { state: 'held', reason: 'not_approved' }
  expect(await outboundMessages()).toEqual([
    { kind: 'sms', ...held },
    { kind: 'mail', ...held },
  ])

  const decide = (body: { approval: 'approved' | 'refused'; reason?: string }, token = admin) =>
    server.request(decideApproval, { params: { id: companyId }, body }, token)
  expect((await decide({ approval: 'approved' }, manager)).status).toBe(403)
  expect((await decide({ approval: 'refused' })).body.errors).toEqual({ reason: ['Scrieți motivul'] })
  expect((await decide({ approval: 'approved' })).reply.data).toMatchObject({ approval: 'approved' })
  expect((await decide({ approval: 'refused', reason: 'Târziu' })).body.code).toBe('company.not_waiting')
  await sendDueMessages({ ...server, tokenOfReset: async () => null, messaging })
  expect(left).toEqual(['ion@proba.ro'])
})

test('a suspended company messages and calls only about running orders; its mail is sent when it is active again', async () => {
  const dispatcher = await aDispatcher(server, { companyId })
  const asDispatcher = await server.logIn(dispatcher.email)
  const places = [{ name: 'Piața Sfatului', ...TOWN_SQUARE }]
  const body = { client_phone: '0722000111', places }
  const { id: orderId } = (await server.request(createOrder, { body }, asDispatcher)).reply.data
  const { clientId } = await aClient(server, { companyIds: [companyId], phone: '+40722333444' })
  const change = (status: 'active' | 'suspended') =>
    server.request(changeCompanyStatus, { params: { id: companyId }, body: { status } }, admin)
  expect((await change('suspended')).status).toBe(200)

  const now = server.clock.now()
  await server.db.deleteFrom('outbox').execute()
  await inTx(async (tx) => {
    await queueSms(tx, { companyId, to: '+40722000111', text: 'Mașina a ajuns', orderId: asId<OrderId>(orderId) }, now)
    await queueSms(tx, { companyId, to: '+40722333444', text: 'Reduceri' }, now)
    await queueMail(tx, { companyId, to: 'parola@proba.ro', subject: 'Parolă', text: 'Link', isSecret: true }, now)
    await queueMail(tx, { companyId, to: 'ion@proba.ro', subject: 'Factură', text: 'Nouă' }, now)
  })
  const { left, messaging } = providers()
  const send = () => sendDueMessages({ ...server, tokenOfReset: async () => null, messaging })
  await send()
  expect(left.toSorted()).toEqual(['+40722000111', 'parola@proba.ro'])

  const dial = (input: object) => server.request(dialPhone, { body: input }, asDispatcher)
  const refused = [
    await server.request(sendMessage, { body: { user_id: clientId, message: 'Bună' } }, manager),
    await dial({ phone: '0722333444' }),
    await dial({ order_id: orderId }),
  ]
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(
    refused.map(() => [402, 'company.suspended']),
  )
  const { userId: driverId } = await aDriver(server, { companyId })
  await server.db
    .updateTable('orders')
    .set({ state: 'assigned', trip_state: 'waiting_driver', driver_id: driverId })
    .where('id', '=', asId<OrderId>(orderId))
    .execute()
  expect((await dial({ order_id: orderId })).status).toBe(200)

  expect((await change('active')).status).toBe(200)
  await send()
  // An SMS is about a moment that has passed.
  expect(left.slice(2)).toEqual(['ion@proba.ro'])
})

test('an SMS to a country that was not granted is never sent, whoever wrote it, and a dispatcher gets an error', async () => {
  const now = server.clock.now()
  await inTx((tx) => queueSms(tx, { companyId, to: '+447700900123', text: 'Hello' }, now))
  const { left, messaging } = providers()
  await sendDueMessages({ ...server, tokenOfReset: async () => null, messaging })
  expect([left, await outboundMessages()]).toEqual([[], [{ kind: 'sms', state: 'failed', reason: 'foreign_number' }]])

  const { clientId } = await aClient(server, { companyIds: [companyId], phone: '+447700900123' })
  const say = () => server.request(sendMessage, { body: { user_id: clientId, message: 'Bună' } }, manager)
  expect((await say()).body.errors).toEqual({
    user_id: ['Firma nu trimite SMS în țara acestui număr: sunați clientul'],
  })
  const grant = (sms_prefixes: string[]) =>
    server.request(changeLimits, { params: { id: companyId }, body: { sms_prefixes } }, admin)
  expect((await grant(['44'])).status).toBe(422)
  expect((await grant(['+40', '+44'])).reply.data.sms_prefixes).toEqual(['+40', '+44'])
  expect((await say()).status).toBe(201)
  await sendDueMessages({ ...server, tokenOfReset: async () => null, messaging })
  expect(left).toEqual(['+447700900123'])
})

test('two concurrent transactions do not exceed a limit together', async () => {
  await limitTo({ sms: 10 })
  const take = () => inTx((tx) => requireQuota(tx, { companyId, kind: 'sms', amount: 6 }, server.clock.now()))
  const outcomes = await Promise.allSettled([take(), take(), take(), take()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await used('sms')).toMatchObject({ used: 6, limit: 10 })
})

test('messages and orders in one burst do not exceed a limit either', async () => {
  await setCompany({ approval: 'open', status: 'trial' })
  await limitTo({ sms: 10, orders: 4 })
  const count = () => inTx((tx) => countIfFits(tx, { companyId, kind: 'sms', amount: 1 }, server.clock.now()))
  const counted = await Promise.all(Array.from({ length: 30 }, count))
  expect(counted.filter(Boolean)).toHaveLength(10)
  expect(await used('sms')).toMatchObject({ used: 10 })

  const dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  const order = async (_: unknown, n: number) => {
    const body = { client_phone: `07220001${n + 10}`, places: [{ name: 'Piața Sfatului', ...TOWN_SQUARE }] }
    return (await server.request(createOrder, { body }, dispatcher)).status
  }
  const placed = await Promise.all(Array.from({ length: 12 }, order))
  expect(placed.toSorted()).toEqual([201, 201, 201, 201, ...Array.from({ length: 8 }, () => 429)])
})

test('far from the limit no transaction waits for another’s commit; a broadcast of the whole rest waits and gets the remaining number', async () => {
  await limitTo({ sms: 1000 })
  const now = server.clock.now()
  const sms = (amount: number) => ({ companyId, kind: 'sms', amount }) as const
  let outcome: Promise<unknown> = Promise.resolve()
  await inTx(async (tx) => {
    expect(await countIfFits(tx, sms(1), now)).toBe(true)
    // Commits before the first one does.
    expect(await inTx((other) => countIfFits(other, sms(1), now))).toBe(true)
    outcome = inTx((other) => requireQuota(other, sms(999), now)).catch((error: unknown) => error)
    await until('the broadcast waits for a lock', async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(server.db)
      return rows.length > 0
    })
  })
  expect(await outcome).toMatchObject({ quota: { kind: 'sms', limit: 1000, used: 2 } })
  expect(await used('sms')).toMatchObject({ used: 2 })
})

test('over the limit a message of an order waits, a message of a dispatcher gets 429, and the next day begins at zero', async () => {
  await limitTo({ sms: 1 })
  const { clientId } = await aClient(server, { companyIds: [companyId], phone: '+40722333444' })
  const say = () => server.request(sendMessage, { body: { user_id: clientId, message: 'Bună' } }, manager)
  expect((await say()).status).toBe(201)
  const refused = await say()
  expect([refused.status, refused.body.message]).toEqual([429, 'Limita zilnică de SMS-uri: 1. Rămase azi: 0'])
  await inTx((tx) => queueSms(tx, { companyId, to: '+40722333444', text: 'A ajuns' }, server.clock.now()))
  const [, ofOrder] = await server.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  expect(ofOrder).toMatchObject({ state: 'held', reason: 'quota' })
  const again = () => server.request(resendMessage, { params: { id: ofOrder?.id ?? 0 } }, manager)
  expect((await again()).status).toBe(429)
  // Midnight in Bucharest is 22:00 UTC.
  server.pass(4 * 3600)
  expect((await again()).status).toBe(200)
  expect(await used('sms')).toMatchObject({ used: 1 })
})

test('a quota never refuses an order of an approved company, it is recorded; a company on trial gets 429', async () => {
  await limitTo({ orders: 1 })
  const dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  const order = async () => {
    const places = [{ name: 'Piața Sfatului', ...TOWN_SQUARE }]
    return (await server.request(createOrder, { body: { client_phone: '0722000111', places } }, dispatcher)).status
  }
  expect([await order(), await order(), await order()]).toEqual([201, 201, 201])
  const noted = await server.db.selectFrom('audit_log').select('after').where('action', '=', 'over_quota').execute()
  expect(noted).toEqual([{ after: { quota: 'orders', limit_per_day: 1 } }])
  await setCompany({ approval: 'open', status: 'trial' })
  expect(await order()).toBe(429)
  await setCompany({ approval: 'waiting' })
  expect(await order()).toBe(402)
})

test('a company has the limits of a trial until it is approved or pays, and those that the platform set for it', async () => {
  const limit = async () => (await used('sms'))?.limit
  expect(await limit()).toBe(DAILY_LIMITS.full.sms)
  await setCompany({ approval: 'open', status: 'trial' })
  expect(await limit()).toBe(DAILY_LIMITS.trial.sms)
  await setCompany({ approval: 'open', status: 'active' })
  expect(await limit()).toBe(DAILY_LIMITS.full.sms)
  await limitTo({ sms: 7 })
  expect(await limit()).toBe(7)
  await limitTo({ sms: null })
  expect(await limit()).toBe(DAILY_LIMITS.full.sms)
  expect((await server.request(changeLimits, { params: { id: companyId }, body: {} }, manager)).status).toBe(403)
  expect(await inTx((tx) => countIfFits(tx, { companyId, kind: 'sms', amount: 5 }, server.clock.now()))).toBe(true)
  expect(await used('sms')).toMatchObject({ used: 5 })
})

test('each export and import counts, and over the limit it gets 429', async () => {
  await limitTo({ exports: 1, imports: 1 })
  const exported = (token: string) => server.request(exportCompanies, { body: {} }, token)
  expect((await exported(manager)).status).toBe(200)
  expect((await exported(manager)).body.message).toBe('Limita zilnică de exporturi: 1. Rămase azi: 0')
  expect((await exported(admin)).status).toBe(200)

  const imported = (callSign: number) => {
    const file = Buffer.from(`Indicativ;Număr\n${callSign};BV${callSign}AAA\n`).toString('base64')
    return server.request(runImport, { params: { kind: 'cars' }, body: { file, dry_run: false } }, manager)
  }
  expect((await imported(31)).status).toBe(200)
  expect((await imported(32)).status).toBe(429)
  expect(await server.db.selectFrom('cars').select('id').execute()).toHaveLength(1)
})

test('the platform sets how many consoles of a company may be open, and a running server applies it at once', async () => {
  await using counting = await aServer({ besides: server, countsLoopback: true })
  const open = async () => {
    const { email } = await aDispatcher(server, { companyId })
    return counting.socket(await server.logIn(email))
  }
  const shown = async () =>
    (await counting.request(readUsage, { params: { id: companyId } }, manager)).reply.data.kinds.find(
      ({ kind }) => kind === 'sockets',
    )
  const [oldest, older] = [await open(), await open(), await open()]
  expect(await shown()).toMatchObject({ used: 3, limit: DEFAULT_SOCKETS, default_limit: DEFAULT_SOCKETS })

  const refused = await server.request(
    changeLimits,
    { params: { id: companyId }, body: { limits: { sockets: 0 } } },
    admin,
  )
  expect([refused.status, refused.body.errors]).toEqual([422, { 'limits.sockets': ['Cel puțin 1'] }])
  expect((await server.request(changeLimits, { params: { id: companyId }, body: {} }, manager)).status).toBe(403)
  expect((await limitTo({ sockets: 2 })).status).toBe(200)
  expect(await oldest.closed()).toBe(CLOSE.tryAgainLater)
  await expect.poll(shown).toMatchObject({ used: 2, limit: 2, default_limit: DEFAULT_SOCKETS })
  await open()
  expect(await older.closed()).toBe(CLOSE.tryAgainLater)

  // A process that starts later loads it before its first socket.
  await using later = await aServer({ besides: server, countsLoopback: true })
  const tokens = await Promise.all(
    [1, 2, 3].map(async () => server.logIn((await aDispatcher(server, { companyId })).email)),
  )
  const sockets = []
  for (const token of tokens) sockets.push(await later.socket(token))
  expect(await sockets[0]?.closed()).toBe(CLOSE.tryAgainLater)

  await limitTo({ sockets: null })
  expect(await shown()).toMatchObject({ limit: DEFAULT_SOCKETS })
})
