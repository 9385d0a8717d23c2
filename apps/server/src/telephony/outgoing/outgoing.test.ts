import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { listIncidents } from '@dispecerat/contract/office/incidents'
import { dialPhone } from '@dispecerat/contract/telephony/calls'
import * as contract from '@dispecerat/contract/telephony/telephone-admin'
import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { DEFAULT_LIMITS, TRIAL_LIMITS } from '@dispecerat/domain/telephony/outgoing-calls'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aPhone, createFixture } from '../../orders/testing/order-fixture.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { queueForLock } from '../../testing/database/queue-for-lock.ts'
import { anExchangeBeside } from '../calls/testing/an-exchange-beside.ts'
import { letOut } from './let-out.ts'
import { watchOutgoing } from './stop-outgoing.ts'

// 22:00 in Bucharest: a session does not last until the midnight after the next.
const fixture = await createFixture({ at: '2026-11-25T20:00:00Z', env: { TELEPHONY: 'off' } })
const { server, manager, dispatcher, colleague, admin, companyId } = fixture
afterAll(() => server.stop())
const { telephony } = anExchangeBeside({ server, companyId }, 'beside')
const idOf = async (token: string) => asId<UserId>((await server.request(whoAmI, {}, token)).reply.data.id)
const [me, she] = [await idOf(dispatcher), await idOf(colleague)]

const body = { company_id: companyId }
const dial = (phone = aPhone(), token = dispatcher) => server.request(dialPhone, { body: { phone } }, token)
const dialResult = async (phone = aPhone(), token = dispatcher) => (await dial(phone, token)).body.code ?? 'let out'
const limit = (limits: object, token = admin) =>
  server.request(contract.changeOutgoing, { body: { ...body, ...limits } }, token)
const outgoing = async (token = manager) => (await server.request(contract.readOutgoing, {}, token)).reply.data
const incidents = async () =>
  (await server.request(listIncidents, { query: {} }, manager)).reply.data.map(({ text }) => text)
const openCalls = () => telephony.calls.map(({ sipCallerId }) => sipCallerId)
let calls = 0
/** Requests and dials; the called party answers. Returns the id of the call, also of one that is hung up at once. */
const talks = async (userId = me, token = dispatcher) => {
  calls += 1
  const [name, phone] = [`out-${calls}`, aPhone()]
  expect(await dialResult(phone, token)).toBe('let out')
  await telephony.dial(name, phone, asId<UserId>(userId))
  const call = telephony.calls.find(({ sipCallerId }) => sipCallerId === name)
  if (call) await telephony.pickUp(call, asId<UserId>(userId))
  return name
}
const ends = async (name: string) => {
  const call = telephony.calls.find(({ sipCallerId }) => sipCallerId === name)
  if (call) await telephony.end(call, 'dispatcher_hung_up')
}

beforeEach(async () => {
  telephony.calls.splice(0)
  await sql`truncate calls, outgoing_calls, outgoing_alarms, outgoing_rules, dialled_phones, incidents cascade`.execute(
    server.db,
  )
})

describe('a number', () => {
  test.each([
    ['+88213777777', 'call.number_not_allowed'],
    ['+40900123456', 'call.number_not_allowed'],
    ['+37322123456', 'call.country_not_allowed'],
    ['+40268401402', 'let out'],
  ])('%s: %s', async (phone, expected) => expect(await dialResult(phone)).toBe(expected))

  test('of another country can be dialled once the platform granted the country; satellite numbers cannot be granted', async () => {
    expect((await limit({ prefixes: ['+373'] }, manager)).status).toBe(403)
    const refused = await limit({ prefixes: ['+373', '+882'] })
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['prefixes.1']])
    expect((await limit({ prefixes: ['+373'] })).reply.data.prefixes).toEqual(['+373'])
    expect(await dialResult('+37322123456')).toBe('let out')
    expect(await dialResult('+38022123456')).toBe('call.country_not_allowed')
  })
})

describe('a call that begins', () => {
  test('needs a request of its own: the second call of one request is hung up', async () => {
    const phone = aPhone()
    expect(await dialResult(phone)).toBe('let out')
    await telephony.dial('first', phone, asId<UserId>(me))
    await telephony.dial('second', phone, asId<UserId>(me))
    expect(openCalls()).toEqual(['first'])
  })

  test('is checked again: a stop after the request hangs it up', async () => {
    const phone = aPhone()
    expect(await dialResult(phone)).toBe('let out')
    await server.request(contract.stopOutgoing, { body }, manager)
    await telephony.dial('late', phone, asId<UserId>(me))
    expect(openCalls()).toEqual([])
  })
})

describe('a limit', () => {
  test('of concurrent calls counts running calls and pending requests', async () => {
    await limit({ open_calls: 2 })
    const first = await talks()
    expect(await dialResult(aPhone(), colleague)).toBe('let out')
    expect(await dialResult()).toBe('call.too_many_outgoing')
    await ends(first)
    expect(await dialResult()).toBe('let out')
  })

  test('of calls a day counts per dispatcher and resets at midnight in Bucharest', async () => {
    await limit({ dispatcher_day_calls: 1, day_calls: 2 })
    await ends(await talks())
    expect(await dialResult()).toBe('call.dispatcher_calls_used')
    await ends(await talks(she, colleague))
    expect(await dialResult(aPhone(), colleague)).toBe('call.day_calls_used')
    expect((await outgoing()).used).toMatchObject({ day_calls: 2, dispatcher_day_calls: 1 })
    server.pass(2 * 3600)
    expect(await dialResult()).toBe('let out')
    expect((await outgoing()).used).toMatchObject({ day_calls: 0, dispatcher_day_calls: 0 })
  })

  test('of minutes and money counts every begun minute during the call, and ends running calls', async () => {
    await limit({ day_minutes: 3, day_cost: 10 })
    const name = await talks()
    server.pass(61)
    expect((await outgoing()).used).toMatchObject({ open_calls: 1, day_minutes: 2, day_cost: 0.2 })
    await watchOutgoing(server)
    expect(openCalls()).toEqual([name])
    server.pass(61)
    await watchOutgoing(server)
    await expect.poll(openCalls).toEqual([])
    expect(await dialResult()).toBe('call.day_minutes_used')
    await limit({ day_minutes: 100, day_cost: 0.3 })
    expect(await dialResult()).toBe('call.day_money_used')
  })

  test('of one dispatcher’s concurrent calls, minutes and money ends and refuses calls of that dispatcher alone', async () => {
    await limit({ dispatcher_open_calls: 1, dispatcher_day_minutes: 3, dispatcher_day_cost: 10 })
    const [mine, hers] = [await talks(), await talks(she, colleague)]
    expect([await dialResult(), await dialResult(aPhone(), colleague)]).toEqual(
      Array(2).fill('call.dispatcher_too_many_outgoing'),
    )
    await ends(hers)
    server.pass(121)
    await talks(she, colleague)
    expect((await outgoing()).used).toMatchObject({ dispatcher_open_calls: 1, dispatcher_day_minutes: 3 })
    await watchOutgoing(server)
    await expect.poll(openCalls).not.toContain(mine)
    expect(openCalls()).toHaveLength(1)
    expect(await dialResult()).toBe('call.dispatcher_minutes_used')
    await limit({ dispatcher_day_minutes: 100, dispatcher_day_cost: 0.2 })
    expect(await dialResult()).toBe('call.dispatcher_money_used')
    expect(await incidents()).toContainEqual(expect.stringContaining('minutele de azi ale unui dispecer'))
  })

  test('allows one of two dispatchers who request the last call at once', async () => {
    await limit({ open_calls: 1 })
    const both = [() => dialResult(), () => dialResult(aPhone(), colleague)]
    const lock = sql`lock table dialled_phones in share mode`
    expect(await queueForLock(server.database, lock, both)).toEqual(['let out', 'call.too_many_outgoing'])
  })

  test('allows one of two automatic calls that begin at once', async () => {
    await limit({ day_calls: 1 })
    const begins = (sipCallerId: string) => () =>
      write(server, SYSTEM, (tx) =>
        letOut(tx, server.domainEvents, { companyId, userId: null, phone: aPhone(), sipCallerId }, server.clock.now()),
      )
    const lock = sql`lock table outgoing_calls in share mode`
    const both = await queueForLock(server.database, lock, [begins('one'), begins('two')])
    expect(both).toEqual([null, 'call.day_calls_used'])
  })

  test('raises an incident and mails the administrators at 80 and at 100 percent, once a day', async () => {
    await server.db.deleteFrom('outbox').execute()
    const managersEmail = (await server.request(whoAmI, {}, manager)).reply.data.email
    await limit({ day_calls: 5 })
    for (let no = 1; no <= 3; no++) await ends(await talks())
    expect(await incidents()).toEqual([])
    await ends(await talks())
    const at80 = 'Apeluri în afară: apelurile de azi au ajuns la 80 % din limită (4 din 5).'
    expect(await incidents()).toEqual([at80])
    const console = await server.socket(manager)
    await ends(await talks())
    await console.waitForEvent('incident_created')
    const at100 =
      'Apeluri în afară: apelurile de azi au ajuns la 100 % din limită (5 din 5). Nu mai pleacă alte apeluri.'
    expect((await incidents()).toSorted()).toEqual([at100, at80])
    await watchOutgoing(server)
    expect(await incidents()).toHaveLength(2)

    const mails = await server.db.selectFrom('outbox').select(['recipient', 'subject', 'text']).orderBy('id').execute()
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [managersEmail, 'Apelurile în afară se apropie de limită'],
      [managersEmail, 'Apelurile în afară s-au oprit'],
    ])
    expect(mails.map(({ text }) => text.split('\n')[0])).toEqual([at80, at100])
  })
})

test('a company without approval has the limits of a trial; limits that the platform sets apply to both', async () => {
  const vetted = (approval: 'open' | 'approved') =>
    server.db.updateTable('companies').set({ approval, status: 'trial' }).where('id', '=', companyId).execute()
  const limits = async () => (await outgoing()).limits
  await vetted('open')
  const { day_bani, dispatcher_day_bani, ...trial } = TRIAL_LIMITS
  const costs = { day_cost: day_bani / 100, dispatcher_day_cost: dispatcher_day_bani / 100 }
  expect(await limits()).toEqual({ ...trial, ...costs })
  await limit({ day_calls: 1 })
  await ends(await talks())
  expect(await dialResult()).toBe('call.day_calls_used')
  await vetted('approved')
  expect(await limits()).toMatchObject({ day_calls: 1, day_minutes: DEFAULT_LIMITS.day_minutes })
})

describe('a stop', () => {
  test('ends running calls, refuses new ones, and is lifted by the platform alone', async () => {
    await talks()
    await talks(she, colleague)
    const { data } = (await server.request(contract.stopOutgoing, { body }, manager)).reply
    expect(data.stopped_at).not.toBeNull()
    await expect.poll(openCalls).toEqual([])
    expect(await dialResult()).toBe('call.outgoing_stopped')
    expect((await server.request(contract.resumeOutgoing, { body }, manager)).status).toBe(403)
    expect((await server.request(contract.resumeOutgoing, { body }, admin)).reply.data.stopped_at).toBeNull()
    expect(await dialResult()).toBe('let out')
  })

  test('affects the company alone, and cannot be set by another one', async () => {
    const { companyId: otherId } = await aCompany(server)
    const other = await aUser(server, { roles: ['company_admin'], companyIds: [otherId] })
    const token = await server.logIn(other.email)
    expect((await server.request(contract.stopOutgoing, { body }, token)).status).toBe(404)
    expect((await server.request(contract.stopOutgoing, { body: {} }, token)).status).toBe(200)
    expect(await dialResult()).toBe('let out')
    expect((await server.request(contract.stopOutgoing, { body }, dispatcher)).status).toBe(403)
  })
})
