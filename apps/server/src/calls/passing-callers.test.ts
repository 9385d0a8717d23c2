import * as contract from '@dispecerat/contract/calls'
import { describe, expect, test } from 'vitest'
import { hangsUp, ringAt } from '../testing/telephone-fixture.ts'
import { createPhonesFixture } from './testing/phones-fixture.ts'

const fixture = await createPhonesFixture()
const { server, dispatcher, colleague, me, she, at, talk, holds, arrives, takesVoice } = fixture

describe('a caller is given to a colleague', () => {
  test('her phone takes the voice, then the row is hers', async () => {
    const { orderId, ringer } = await talk()
    const asked = server.request(contract.transferCall, { params: { orderId }, body: { user_id: she } }, dispatcher)
    await arrives(ringer.sipCallerId)
    expect((await asked).reply.data).toMatchObject({ state: 'started', dispatcher_id: she, transferred_from: me })
    await at.mine.isAsked('BYE')
    await fixture.end(ringer.number, colleague)
    await at.hers.isAsked('BYE')
  })

  test('her phone does not take it: the caller stays where he was', async () => {
    const { orderId, ringer } = await talk()
    const asked = server.request(contract.transferCall, { params: { orderId }, body: { user_id: she } }, dispatcher)
    at.hers.replies(await ringAt(at.hers, ringer.sipCallerId, true), 486, { tag: 'desk' })
    expect((await asked).body).toMatchObject({ code: 'call.colleague_away' })
    expect(await fixture.row(ringer.sipCallerId, { state: 'started' })).toMatchObject({ dispatcher_id: me })
  })
})

describe('a caller is taken over by a colleague', () => {
  const take = (orderId: number) =>
    server.request(contract.takeOverCall, { params: { orderId }, body: { from_user_id: me } }, colleague)

  test('who was held talks to her; his phone hears that it is over, and the caller hung up on nobody', async () => {
    const { orderId, ringer, ...picked } = await talk()
    await holds(picked, 'sendonly')
    await fixture.row(ringer.sipCallerId, { state: 'on_hold' })
    const asked = take(orderId)
    await arrives(ringer.sipCallerId)
    expect((await asked).reply.data).toMatchObject({ state: 'started', dispatcher_id: she, transferred_from: me })
    await at.mine.isAsked('BYE')
    expect((await fixture.read(orderId)).dispatcher_id).toBe(she)
    await fixture.end(ringer.number, colleague)
    await at.hers.isAsked('BYE')
  })

  test('two take him at once: one phone rings, the other dispatcher hears that he is taken', async () => {
    const { orderId, ringer } = await talk()
    const ask = { params: { orderId }, body: { from_user_id: me } }
    expect((await server.request(contract.takeOverCall, ask, fixture.manager)).body).toMatchObject({
      code: 'call.phone_away',
    })
    const third = await fixture.phoneOf(fixture.manager)
    const first = take(orderId)
    const rung = await ringAt(at.hers, ringer.sipCallerId, true)
    expect((await server.request(contract.takeOverCall, ask, fixture.manager)).body).toMatchObject({
      code: 'call.taken',
    })
    const given = await server.request(
      contract.transferCall,
      { params: { orderId }, body: { user_id: she } },
      dispatcher,
    )
    expect(given.body).toMatchObject({ code: 'call.taken' })
    await takesVoice(rung, ringer.sipCallerId)
    expect((await first).reply.data.dispatcher_id).toBe(she)
    expect((await server.request(contract.takeOverCall, ask, fixture.manager)).body).toMatchObject({
      code: 'call.taken',
    })
    third.breakLine()
  })

  test('he hangs up while her phone takes him: the call is over, and said so', async () => {
    const { orderId, ringer, ...picked } = await talk()
    const asked = take(orderId)
    await ringAt(at.hers, ringer.sipCallerId, true)
    hangsUp({ ...ringer, ...picked })
    await fixture.row(ringer.sipCallerId, { state: 'ended' })
    await at.hers.isAsked('CANCEL')
    expect((await asked).body).toMatchObject({ code: 'call.ended' })
  })

  test('her phone does not take it: the caller stays where he was, and may be taken again', async () => {
    const { orderId, ringer } = await talk()
    const asked = take(orderId)
    at.hers.replies(await ringAt(at.hers, ringer.sipCallerId, true), 486, { tag: 'desk' })
    expect((await asked).body).toMatchObject({ code: 'call.phone_away' })
    await fixture.row(ringer.sipCallerId, { state: 'started', dispatcher_id: me })
    const again = take(orderId)
    await arrives(ringer.sipCallerId)
    expect((await again).status).toBe(200)
  })
})
