import { changeLimits, readUsage } from '@dispecerat/contract/identity/company-limits'
import { listBroadcasts, stopBroadcast } from '@dispecerat/contract/office/broadcasts'
import { messageAllClients } from '@dispecerat/contract/office/messages'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queueSms } from '../../platform/outbox/outbox.public.ts'
import { sendDueMessages } from '../../platform/outbox/send-due-messages.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { claimBroadcast } from './broadcast.store.ts'
import { sendNextSlice, sendSlice } from './broadcast-slices.ts'

let server: TestServer
let companyId: CompanyId
let manager: string
let admin: string

beforeEach(async () => {
  server = await aServer()
  companyId = (await aCompany(server)).companyId
  manager = await aManager(companyId)
  admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
})
afterEach(() => server.stop())

const aManager = async (id: number) =>
  server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [asId<CompanyId>(id)] })).email)

/** One statement: separate inserts would take longer than the test timeout. */
async function clients(count: number, of = companyId, prefix = '+407'): Promise<void> {
  await sql`
    with made as (
      insert into users (phone, created_at)
      select ${prefix} || lpad((${of}::int * 100000 + n)::text, 8, '0'), ${server.clock.now()} from generate_series(1, ${count}::int) as n
      returning id
    )
    insert into company_clients (company_id, user_id, created_at) select ${of}, id, ${server.clock.now()} from made
  `.execute(server.db)
}

const say = (token = manager, message = 'Polei') => server.request(messageAllClients, { body: { message } }, token)
const progress = async (token = manager) => (await server.request(listBroadcasts, {}, token)).reply.data
const limitTo = (sms: number) =>
  server.request(changeLimits, { params: { id: companyId }, body: { limits: { sms } } }, admin)
const usedSms = async () => {
  const { kinds } = (await server.request(readUsage, { params: { id: companyId } }, manager)).reply.data
  return kinds.find(({ kind }) => kind === 'sms')?.used
}
const recipients = async () => {
  const rows = await server.db.selectFrom('outbox').select('recipient').orderBy('recipient').execute()
  return rows.map(({ recipient }) => recipient)
}

test('a broadcast to five thousand clients is accepted at once; each is written to once, also when a process dies in a slice', async () => {
  await clients(5000)
  const answer = await say()
  expect([answer.status, answer.reply.data.receivers]).toEqual([202, 5000])
  expect(await progress()).toMatchObject([{ receivers: 5000, done: 300, waiting: 300, state: 'sending' }])
  expect(await usedSms()).toBe(5000)
  // Rolls the slice back, as the database does when the process dies.
  const dies = server.db.transaction().execute(async (tx) => {
    const broadcast = await claimBroadcast(tx)
    if (broadcast) await sendSlice(tx, broadcast, server.clock.now())
    throw new Error('the process dies')
  })
  await expect(dies).rejects.toThrow('the process dies')
  expect(await progress()).toMatchObject([{ done: 300, state: 'sending' }])
  // Two nodes continue in parallel.
  const goOn = async () => {
    while (await sendNextSlice(server));
  }
  await Promise.all([goOn(), goOn()])
  await goOn()
  expect(await progress()).toMatchObject([{ receivers: 5000, done: 5000, waiting: 5000, state: 'sent' }])
  const sent = await recipients()
  expect([sent.length, new Set(sent).size]).toEqual([5000, 5000])
  expect(await usedSms()).toBe(5000)
})

test('a stopped broadcast writes to no further client, holds back queued SMS and returns their quota', async () => {
  await clients(700)
  const id = (await say()).reply.data.broadcast_id
  const stop = (token = manager) => server.request(stopBroadcast, { params: { id } }, token)
  const other = await aManager((await aCompany(server)).companyId)
  expect((await stop(other)).body.code).toBe('broadcast.unknown')
  expect(await progress(other)).toEqual([])
  await sendDueMessages({
    ...server,
    tokenOfReset: async () => null,
    messaging: { mail: null, sms: async () => {}, push: null, close: () => {} },
  })
  expect((await stop()).reply.data).toMatchObject({ state: 'stopped', done: 300, waiting: 0 })
  expect(await sendNextSlice(server)).toBe(false)
  const held = await server.db.selectFrom('outbox').select('id').where('reason', '=', 'stopped').execute()
  expect([held.length, await usedSms()]).toEqual([290, 10])
  expect((await stop()).body.code).toBe('broadcast.ended')
})

test('two broadcasts at the same time do not exceed the daily limit together', async () => {
  await clients(30)
  await limitTo(50)
  const [first, second] = await Promise.all([say(), say(await aManager(companyId))])
  expect([first.status, second.status].toSorted()).toEqual([202, 429])
  const refused = first.status === 429 ? first : second
  expect(refused.body.message).toBe('Limita zilnică de SMS-uri: 50. Rămase azi: 20; necesare: 30')
  expect([(await recipients()).length, await usedSms()]).toEqual([30, 30])
})

test('an SMS of two segments counts twice', async () => {
  await clients(3)
  await say(manager, 'a'.repeat(161))
  expect(await usedSms()).toBe(6)
})

test('clients added during a broadcast are charged to the quota, and without quota for them the broadcast stops', async () => {
  await clients(400)
  await limitTo(400)
  await say()
  await clients(1, companyId, '+4079')
  await sendNextSlice(server)
  expect(await progress()).toMatchObject([{ state: 'stopped', done: 300 }])
})

test('clients abroad are left out of the receivers and get no SMS', async () => {
  await clients(2)
  await clients(5, companyId, '+447')
  expect((await say()).reply.data).toMatchObject({ receivers: 2, left_out: 5 })
  expect((await recipients()).every((to) => to?.startsWith('+407'))).toBe(true)
})

test('a company that is not approved cannot write to its clients', async () => {
  await clients(2)
  await server.db.updateTable('companies').set({ approval: 'waiting' }).where('id', '=', companyId).execute()
  const refused = await say()
  expect([refused.status, refused.body.code, await recipients()]).toEqual([403, 'company.not_approved', []])
})

test("an SMS of an order and another company's broadcast leave in the next batch despite a large broadcast", async () => {
  await clients(100)
  await say()
  const other = (await aCompany(server)).companyId
  const now = server.clock.now()
  await server.db.transaction().execute(async (tx) => {
    await queueSms(tx, { companyId, to: '+40733000001', text: 'Mașina a ajuns' }, now)
  })
  await clients(2, other)
  await say(await aManager(other))
  const left: string[] = []
  const messaging = {
    mail: null,
    sms: async ({ to }: { to: string }) => void left.push(to),
    push: null,
    close: () => {},
  }
  await sendDueMessages({ ...server, tokenOfReset: async () => null, messaging })
  const ofOther = await server.db.selectFrom('outbox').select('recipient').where('company_id', '=', other).execute()
  expect(left).toHaveLength(10)
  expect(left).toEqual(expect.arrayContaining(['+40733000001', ...ofOther.map(({ recipient }) => recipient)]))
})
