import type { CallView } from '@dispecerat/contract/telephony/calls'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aPhone, createFixture } from '../../orders/testing/order-fixture.ts'
import { aServer } from '../../testing/a-server.ts'
import { ScriptedExchange } from '../../testing/telephone/scripted-exchange.ts'
import { acceptCall } from '../calls/accept-call.ts'
import { anExchangeBeside } from '../calls/testing/an-exchange-beside.ts'
import { Reconciliation } from './reconcile.ts'
import { subscribeToExchange } from './subscribe-to-exchange.ts'

const fixture = await createFixture()
const { server, companyId, actor } = fixture
afterAll(() => server.stop())

beforeEach(async () => {
  await server.db.deleteFrom('calls').execute()
  await server.db.deleteFrom('exchanges').execute()
})

/** An external exchange, with the reconciliation that compares it with the rows. */
function anExchange(name: string) {
  const exchange = anExchangeBeside(fixture, name)
  return { ...exchange, refetch: new Reconciliation(server, exchange.telephonyContext, []) }
}

const row = (sipCallerId: string) =>
  server.db.selectFrom('calls').selectAll().where('sip_caller_id', '=', sipCallerId).executeTakeFirst()

const talk = async ({ telephony }: ReturnType<typeof anExchange>, sipCallerId: string) => {
  const phone = aPhone()
  await telephony.ring(sipCallerId, phone)
  const [call] = telephony.open.filter((one) => one.sipCallerId === sipCallerId)
  if (call) await telephony.pickUp(call, fixture.dispatcherId)
  return acceptCall(server, actor, { phone, sipCallerId, exchangeReports: true })
}

describe('an external exchange keeps running while the server restarts', () => {
  test('calls that ended meanwhile are ended, running ones stay unchanged', async () => {
    const exchange = anExchange('beside')
    const [gone, stays] = [await talk(exchange, 'gone'), await talk(exchange, 'stays')]
    const [first] = exchange.telephony.open
    if (first) await exchange.telephony.end(first, 'caller_hung_up', false)
    await exchange.refetch.run()
    expect(await row('gone')).toMatchObject({
      state: 'ended',
      reason_type: 'connection_lost',
      reason_text: 'Connection lost',
    })
    expect(await row('stays')).toMatchObject({ state: 'started', dispatcher_id: fixture.dispatcherId })
    expect((await fixture.read(gone.orderId)).state).toBe('new')
    expect((await fixture.read(stays.orderId)).call_state).toBe('active')
  })

  test('calls that came meanwhile ring, and answered ones belong to their dispatcher', async () => {
    const exchange = anExchange('beside')
    const phone = aPhone()
    await exchange.telephony.ring('unheard', phone, false)
    await exchange.refetch.run()
    expect(await row('unheard')).toMatchObject({ state: 'pending', phone, answered_by: null })
    const [call] = exchange.telephony.open
    if (call) await exchange.telephony.pickUp(call, fixture.dispatcherId, false)
    await new Reconciliation(server, exchange.telephonyContext, []).run()
    expect(await row('unheard')).toMatchObject({ state: 'pending', answered_by: fixture.dispatcherId })
  })

  test('a difference that an event on its way may settle is left to the event: the second comparison settles it, not the first', async () => {
    const exchange = anExchange('beside')
    await exchange.refetch.run()
    await talk(exchange, 'late')
    const [call] = exchange.telephony.open
    if (call) await exchange.telephony.end(call, 'caller_hung_up', false)
    await exchange.refetch.run()
    expect(await row('late')).toMatchObject({ state: 'started' })
    await exchange.refetch.run()
    expect(await row('late')).toMatchObject({ state: 'ended' })
  })

  test('a call that arrives during the first comparison keeps ringing', async () => {
    const exchange = anExchange('beside')
    const { telephony } = exchange
    const before = await telephony.snapshot()
    telephony.snapshot = async () => {
      telephony.snapshot = ScriptedExchange.prototype.snapshot.bind(telephony)
      await telephony.ring('just now', aPhone())
      return before
    }
    await exchange.refetch.run()
    expect(await row('just now')).toMatchObject({ state: 'pending' })
    expect(telephony.open).toHaveLength(1)
  })

  test('a call that is saved while the first differences are settled keeps ringing', async () => {
    const exchange = anExchange('beside')
    const { telephony } = exchange
    await talk(exchange, 'over')
    await server.db.updateTable('calls').set({ state: 'ended', ended_at: server.clock.now() }).execute()
    const phone = aPhone()
    await telephony.ring('late', phone, false)
    const echo = new ScriptedExchange(companyId)
    subscribeToExchange(server, server.realtime, { telephony: echo, exchange: 'beside', testNumbers: [] })
    const hungUp: string[] = []
    telephony.hangUp = (sipCallerId) => {
      hungUp.push(sipCallerId)
      return echo.ring('late', phone)
    }
    await exchange.refetch.run()
    expect(await row('late')).toMatchObject({ state: 'pending' })
    expect(hungUp).toEqual(['over'])
  })

  test('a call dialled during the first comparison is not hung up; one without a dispatcher is, by the second comparison', async () => {
    const exchange = anExchange('beside')
    const { telephony } = exchange
    telephony.onEvent(async () => undefined)
    await telephony.dial('dialled', aPhone(), fixture.dispatcherId)
    await exchange.refetch.run()
    expect(telephony.open).toHaveLength(1)
    await exchange.refetch.run()
    expect(telephony.open).toEqual([])
  })

  test('a call that should be on hold and is not: the browser is told again to hold it, and the other is not hung up', async () => {
    const exchange = anExchange('beside')
    await talk(exchange, 'waits')
    await talk(exchange, 'talks')
    const socket = await server.socket(fixture.dispatcher)
    await exchange.refetch.run()
    // The rows of earlier tests' calls are gone, so events about them arrive without a row.
    await socket.waitForEvent<{ call?: CallView }>('client_call_held', ({ call }) => call?.sip_caller_id === 'waits')
    expect(await row('talks')).toMatchObject({ state: 'started' })
  })

  test('a call that the server has ended is ended at the exchange too', async () => {
    const exchange = anExchange('beside')
    await talk(exchange, 'over')
    await server.db.updateTable('calls').set({ state: 'ended', ended_at: server.clock.now() }).execute()
    await exchange.refetch.run()
    expect(exchange.telephony.open).toEqual([])
  })
})

describe('an exchange inside a process ends with it', () => {
  test('its calls end after three missed heartbeats, and their drafts wait for the caller’s next call', async () => {
    const dead = anExchange('embedded-dead')
    await dead.refetch.run()
    const { orderId } = await talk(dead, 'orphan')
    const alive = anExchange('embedded-alive')
    await alive.refetch.run()
    expect(await row('orphan')).toMatchObject({ state: 'started' })
    server.pass(30)
    await alive.refetch.run()
    expect(await row('orphan')).toMatchObject({ state: 'ended', reason_type: 'connection_lost' })
    expect((await fixture.read(orderId)).state).toBe('new')
  })

  test('a server that stops ends its calls itself, so that consoles show no caller who is gone', async () => {
    const second = await aServer({ besides: server })
    await second.startJobs()
    const { name } = await server.db.selectFrom('exchanges').select('name').executeTakeFirstOrThrow()
    const columns = { company_id: companyId, phone: aPhone(), sip_caller_id: 'here', exchange: name }
    await server.db
      .insertInto('calls')
      .values({ ...columns, rang_at: server.clock.now() })
      .execute()
    await second.stop()
    expect(await row('here')).toMatchObject({ state: 'ended', is_missed: true })
    expect(await server.db.selectFrom('exchanges').selectAll().execute()).toEqual([])
  })

  test('calls without audio have no exchange and survive every restart', async () => {
    const columns = { company_id: companyId, phone: aPhone(), sip_caller_id: 'sim-1', rang_at: server.clock.now() }
    await server.db.insertInto('calls').values(columns).execute()
    server.pass(3600)
    await anExchange('embedded-new').refetch.run()
    expect(await row('sim-1')).toMatchObject({ state: 'pending' })
  })
})

test('an exchange that sends every event twice, to two nodes, changes nothing the second time', async () => {
  const one = anExchange('beside')
  const other = await aServer({ besides: server })
  const echo = new ScriptedExchange(companyId)
  subscribeToExchange(other, other.realtime, { telephony: echo, exchange: 'beside', testNumbers: [] })
  const phone = aPhone()
  const both = (act: (exchange: ScriptedExchange) => Promise<unknown>) => Promise.all([one.telephony, echo].map(act))
  const eachCall = (act: (exchange: ScriptedExchange, call: ScriptedExchange['open'][number]) => Promise<unknown>) =>
    both(async (exchange) => {
      const [call] = exchange.open
      if (call) await act(exchange, call)
    })
  await both((exchange) => exchange.ring('twice', phone))
  await eachCall((exchange, call) => exchange.pickUp(call, fixture.dispatcherId))
  const { orderId } = await acceptCall(server, actor, { phone, sipCallerId: 'twice', exchangeReports: true })
  await eachCall((exchange, call) => exchange.hold(call, true))
  await eachCall((exchange, call) => exchange.end(call, 'caller_hung_up'))
  expect(await server.db.selectFrom('calls').select('id').where('sip_caller_id', '=', 'twice').execute()).toHaveLength(
    1,
  )
  expect(await fixture.history(orderId)).toEqual(['created', 'call_started', 'call_held', 'call_ended', 'canceled'])
  await other.stop()
})
