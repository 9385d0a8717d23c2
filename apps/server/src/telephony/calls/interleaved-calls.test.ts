import { DomainError } from '@dispecerat/domain/kernel/errors'
import { NO_USER, type UserId } from '@dispecerat/domain/kernel/ids'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aPhone, createFixture } from '../../orders/testing/order-fixture.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { aDispatcher } from '../../testing/builders.ts'
import { expectInvariants } from '../../testing/search-fixture.ts'
import { ScriptedExchange } from '../../testing/telephone/scripted-exchange.ts'
import { claimAnswers } from '../exchange/claim-answers.ts'
import { endUnanswered } from '../exchange/end-unanswered.ts'
import { Reconciliation } from '../exchange/reconcile.ts'
import { subscribeToExchange } from '../exchange/subscribe-to-exchange.ts'
import type { TelephonyContext } from '../exchange/telephony-context.ts'
import { openPhoneDirectory } from '../lines/phone-directory.ts'
import { dialPhone } from '../outgoing/dial-phone.ts'
import { acceptCall } from './accept-call.ts'
import { endCall } from './end-call.ts'
import { holdCall } from './hold-call.ts'
import { takeOverCall } from './take-over-call.ts'
import { transferCall } from './transfer-call.ts'
import { unholdCall } from './unhold-call.ts'

const NAME = 'scripted'
const fixture = await createFixture({ env: { TELEPHONY: 'off' } })
const { server, companyId } = fixture
afterAll(() => server.stop())

const people = [fixture.dispatcherId, (await aDispatcher(server, { companyId })).userId]
const exchange = new ScriptedExchange(companyId)
const phoneDirectory = openPhoneDirectory(server, server.realtime)
const telephonyContext: TelephonyContext = { telephony: exchange, name: NAME, phoneDirectory }
subscribeToExchange(server, server.realtime, { telephony: exchange, exchange: NAME, testNumbers: [] })

const as = (who: number): Actor => ({ ...fixture.actor, userId: people[who] ?? NO_USER })
const userId = (who: number) => people[who] ?? NO_USER
let names = 0
function aName(): string {
  names += 1
  return `scripted-${names}`
}

/** Actions at the exchange (received or missed by the server), or in a dispatcher's browser. */
const KINDS = [
  'ring',
  'pickUp',
  'sipHold',
  'sipResume',
  'callerEnds',
  'dispatcherEnds',
  'dial',
  'accept',
  'hold',
  'unhold',
  'end',
  'transfer',
  'takeOver',
  'unheardRing',
  'unheardPickUp',
  'unheardEnd',
  'claim',
  'minute',
  'look',
] as const
type Kind = (typeof KINDS)[number]
interface Happening {
  kind: Kind
  call: number
  who: number
}

async function happen({ kind, call: n, who }: Happening, reconcile: () => Promise<void>): Promise<unknown> {
  if (kind === 'ring' || kind === 'unheardRing') return exchange.ring(aName(), aPhone(), kind === 'ring')
  if (kind === 'dial') {
    const phone = aPhone()
    await dialPhone(server, as(who), { phone })
    return exchange.dial(aName(), phone, userId(who))
  }
  if (kind === 'claim') {
    server.pass(3)
    return claimAnswers(server)
  }
  if (kind === 'minute') {
    server.pass(60)
    return endUnanswered(server)
  }
  if (kind === 'look') return reconcile()
  const call = exchange.open[n % Math.max(1, exchange.open.length)]
  return call && atCall(kind, call, who)
}

async function atCall(kind: Kind, call: (typeof exchange.open)[number], who: number): Promise<unknown> {
  const { sipCallerId, phone } = call
  switch (kind) {
    case 'pickUp':
    case 'unheardPickUp':
      return exchange.pickUp(call, userId(who), kind === 'pickUp')
    case 'sipHold':
    case 'sipResume':
      return exchange.hold(call, kind === 'sipHold')
    case 'callerEnds':
    case 'unheardEnd':
      return exchange.end(call, 'caller_hung_up', kind === 'callerEnds')
    case 'dispatcherEnds':
      return exchange.end(call, 'dispatcher_hung_up')
    case 'accept':
      return acceptCall(server, as(who), { phone, sipCallerId, exchangeReports: true })
    case 'end':
      return endCall(server, as(who), { phone, reason: 'call_ended', text: null })
    default:
      return atOrder(kind, sipCallerId, who)
  }
}

async function atOrder(kind: Kind, sipCallerId: string, who: number): Promise<unknown> {
  const row = await server.db
    .selectFrom('calls')
    .select('order_id')
    .where('sip_caller_id', '=', sipCallerId)
    .executeTakeFirst()
  const orderId = row?.order_id
  if (!orderId) return
  if (kind === 'hold') return holdCall(server, as(who), orderId)
  if (kind === 'unhold') return unholdCall(server, as(who), orderId)
  if (kind === 'takeOver')
    return takeOverCall(server, as(who), { orderId, fromUserId: userId(1 - who) }, telephonyContext)
  return transferCall(server, as(who), { orderId, toUserId: userId(1 - who), handsOver: true }, telephonyContext)
}

/** Ignores domain errors, which are legitimate refusals; any other error is a bug. */
async function allowed(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
  })
}

const openRows = async () =>
  (
    await sql<{ sip: string; state: string; dispatcherId: UserId | null }>`
      select sip_caller_id as sip, state, dispatcher_id as "dispatcherId" from calls where state <> 'ended' order by id
    `.execute(server.db)
  ).rows

const happening = fc.record({
  kind: fc.constantFrom(...KINDS),
  call: fc.nat({ max: 5 }),
  who: fc.constantFrom(0, 1),
})

test('whatever the exchange and the dispatchers do concurrently, the rows end up equal to the state of the exchange', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(happening, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
      async (steps) => {
        const reconciliation = new Reconciliation(server, telephonyContext, [])
        const reconcile = () => reconciliation.run()
        for (const atOnce of steps) {
          await Promise.all(atOnce.map((one) => allowed(happen(one, reconcile))))
          for (const { state, dispatcherId } of await openRows())
            expect(dispatcherId === null).toBe(state === 'pending')
          const talking = (await openRows()).filter(({ state }) => state === 'started').map((row) => row.dispatcherId)
          expect(new Set(talking).size).toBe(talking.length)
        }
        // Two reconciliations make up for missed events, accept unclaimed answers, and hang up calls that have ended for the server.
        for (let n = 0; n < 3; n++) {
          await reconcile()
          server.pass(3)
          await claimAnswers(server)
          await endUnanswered(server)
          await server.remembers()
        }
        const known = (await openRows()).filter(({ state }) => state !== 'pending')
        expect(new Map((await openRows()).map(({ sip }) => [sip, true]))).toEqual(
          new Map(exchange.open.map(({ sipCallerId }) => [sipCallerId, true])),
        )
        for (const { sip, dispatcherId } of known) {
          const call = exchange.open.find(({ sipCallerId }) => sipCallerId === sip)
          expect(dispatcherId).toBe(call?.userId ?? call?.dialledBy)
        }
        await expectInvariants(server)
        for (const call of [...exchange.open]) await exchange.end(call, 'caller_hung_up')
        expect(await openRows()).toEqual([])
      },
    ),
    { numRuns: 20, interruptAfterTimeLimit: 60_000 },
  )
}, 120_000)
