import * as contract from '@dispecerat/contract/telephony/calls'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { describe, expect, test } from 'vitest'
import { hangsUp, ringAt } from '../../testing/telephone/telephone-fixture.ts'
import { createPhonesFixture } from './testing/phones-fixture.ts'

const fixture = await createPhonesFixture()
const { server, dispatcher, colleague, me, she, at, talk, holds, arrives, takesVoice } = fixture

describe('transferring a call to a colleague', () => {
  test('moves the audio to her phone, then the row to her', async () => {
    const { orderId, ringer } = await talk()
    const pending = server.request(contract.transferCall, { params: { orderId }, body: { user_id: she } }, dispatcher)
    await arrives(ringer.sipCallerId)
    expect((await pending).reply.data).toMatchObject({ state: 'started', dispatcher_id: she, transferred_from: me })
    await at.mine.isAsked('BYE')
    await fixture.end(ringer.number, colleague)
    await at.hers.isAsked('BYE')
  })

  test('her phone does not answer: the call stays where it was', async () => {
    const { orderId, ringer } = await talk()
    const pending = server.request(contract.transferCall, { params: { orderId }, body: { user_id: she } }, dispatcher)
    at.hers.replies(await ringAt(at.hers, ringer.sipCallerId, true), 486, { tag: 'desk' })
    expect((await pending).body).toMatchObject({ code: 'call.colleague_away' })
    expect(await fixture.row(ringer.sipCallerId, { state: 'started' })).toMatchObject({ dispatcher_id: me })
  })
})

describe('taking over a colleague’s call', () => {
  const take = (orderId: OrderId) =>
    server.request(contract.takeOverCall, { params: { orderId }, body: { from_user_id: me } }, colleague)

  test('a held call becomes hers; the colleague’s phone is hung up, and the caller has not hung up', async () => {
    const { orderId, ringer, ...picked } = await talk()
    await holds(picked, 'sendonly')
    await fixture.row(ringer.sipCallerId, { state: 'on_hold' })
    const pending = take(orderId)
    await arrives(ringer.sipCallerId)
    expect((await pending).reply.data).toMatchObject({ state: 'started', dispatcher_id: she, transferred_from: me })
    await at.mine.isAsked('BYE')
    expect((await fixture.read(orderId)).dispatcher_id).toBe(she)
    await fixture.end(ringer.number, colleague)
    await at.hers.isAsked('BYE')
  })

  test('two take it over at once: one phone rings, the other dispatcher gets call.taken', async () => {
    const { orderId, ringer } = await talk()
    const input = { params: { orderId }, body: { from_user_id: me } }
    expect((await server.request(contract.takeOverCall, input, fixture.manager)).body).toMatchObject({
      code: 'call.phone_away',
    })
    const third = await fixture.phoneOf(fixture.manager)
    const first = take(orderId)
    const rung = await ringAt(at.hers, ringer.sipCallerId, true)
    expect((await server.request(contract.takeOverCall, input, fixture.manager)).body).toMatchObject({
      code: 'call.taken',
    })
    const answer = await server.request(
      contract.transferCall,
      { params: { orderId }, body: { user_id: she } },
      dispatcher,
    )
    expect(answer.body).toMatchObject({ code: 'call.taken' })
    await takesVoice(rung, ringer.sipCallerId)
    expect((await first).reply.data.dispatcher_id).toBe(she)
    expect((await server.request(contract.takeOverCall, input, fixture.manager)).body).toMatchObject({
      code: 'call.taken',
    })
    third.breakLine()
  })

  test('the caller hangs up while her phone answers: the call ends, and the reply says so', async () => {
    const { orderId, ringer, ...picked } = await talk()
    const pending = take(orderId)
    await ringAt(at.hers, ringer.sipCallerId, true)
    hangsUp({ ...ringer, ...picked })
    await fixture.row(ringer.sipCallerId, { state: 'ended' })
    await at.hers.isAsked('CANCEL')
    expect((await pending).body).toMatchObject({ code: 'call.ended' })
  })

  test('her phone does not answer: the call stays where it was, and can be taken over again', async () => {
    const { orderId, ringer } = await talk()
    const pending = take(orderId)
    at.hers.replies(await ringAt(at.hers, ringer.sipCallerId, true), 486, { tag: 'desk' })
    expect((await pending).body).toMatchObject({ code: 'call.phone_away' })
    await fixture.row(ringer.sipCallerId, { state: 'started', dispatcher_id: me })
    const again = take(orderId)
    await arrives(ringer.sipCallerId)
    expect((await again).status).toBe(200)
  })
})
