import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { actorOf, createFixture } from '../../orders/testing/order-fixture.ts'
import type { TelephonyContext } from '../exchange/telephony-context.ts'
import { dialPhone } from '../outgoing/dial-phone.ts'
import { takeOverCall } from './take-over-call.ts'
import { anExchangeBeside } from './testing/an-exchange-beside.ts'
import { transferCall } from './transfer-call.ts'

const fixture = await createFixture()
const { server, companyId, dispatcherId: me, actor } = fixture
const she = asId<UserId>((await server.request(whoAmI, {}, fixture.colleague)).reply.data.id)
afterAll(() => server.stop())
beforeEach(() => server.db.deleteFrom('calls').execute())

const row = () =>
  server.db
    .selectFrom('calls')
    .select(['state', 'direction', 'dispatcher_id', 'transferred_from', 'moves_to'])
    .where('sip_caller_id', '=', 'out')
    .executeTakeFirst()

/** A call that I made to the client of an order, and that was answered. */
async function rungUp() {
  const beside = anExchangeBeside(fixture, 'beside')
  const { id: orderId } = await fixture.place()
  const { phone } = await dialPhone(server, actor, { orderId: asId<OrderId>(orderId) })
  await beside.telephony.dial('out', phone, me)
  const [call] = beside.telephony.open
  if (!call) throw new Error('somebody was rung up')
  await beside.telephony.pickUp(call, me)
  return { ...beside, orderId, call }
}

test.each([
  [
    'given to a colleague',
    'call_transferred',
    (orderId: OrderId, telephonyContext: TelephonyContext) =>
      transferCall(server, actor, { orderId, toUserId: she, handsOver: true }, telephonyContext),
  ],
  [
    'taken over by her',
    'call_taken_over',
    (orderId: OrderId, telephonyContext: TelephonyContext) =>
      takeOverCall(server, actorOf(she, companyId), { orderId, fromUserId: me }, telephonyContext),
  ],
])(
  'a call that was dialled and is %s stays with its dispatcher when the exchange cannot transfer it',
  async (_, type, move) => {
    const { orderId, telephony, telephonyContext, call } = await rungUp()
    telephony.sendsOnDialled = false
    const before = await row()
    expect(before).toMatchObject({ state: 'started', direction: 'out', dispatcher_id: me })
    await expect(move(asId<OrderId>(orderId), telephonyContext)).rejects.toMatchObject({ code: 'call.cannot_be_moved' })
    expect(await row()).toEqual(before)
    expect(call).toMatchObject({ userId: me, state: 'answered' })
    expect((await fixture.read(asId<OrderId>(orderId))).dispatcher_id).toBe(me)
    expect(await fixture.history(asId<OrderId>(orderId))).not.toContain(type)

    // The failed move was cleaned up: once the exchange can transfer, the same request succeeds.
    telephony.sendsOnDialled = true
    await move(asId<OrderId>(orderId), telephonyContext)
    expect(await row()).toMatchObject({ state: 'started', dispatcher_id: she, transferred_from: me, moves_to: null })
    expect(call.userId).toBe(she)
    expect(await fixture.history(asId<OrderId>(orderId))).toContain(type)
  },
)
