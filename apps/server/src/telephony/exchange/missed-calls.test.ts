import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { listMissedCalls, markCalledBack, unmarkCalledBack } from '@dispecerat/contract/telephony/missed-calls'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aPhone } from '../../orders/testing/order-fixture.ts'
import { aClient } from '../../testing/builders.ts'
import { aSwitchboard } from '../../testing/telephone/a-switchboard.ts'
import { endUnanswered } from './end-unanswered.ts'

const board = await aSwitchboard()
const { server, dispatcher, colleague, rival } = board
afterAll(() => server.stop())

beforeEach(async () => {
  await server.db.deleteFrom('calls').execute()
})

const missed = async (token = dispatcher) => (await server.request(listMissedCalls, {}, token)).reply.data
const mark = (id: number, token = dispatcher) => server.request(markCalledBack, { params: { id } }, token)
const unmark = (id: number, token = dispatcher) => server.request(unmarkCalledBack, { params: { id } }, token)

/** A caller who lets it ring for this long and gives up. */
async function giveUp(phone: string, afterSeconds = 5): Promise<void> {
  const call = await board.ring(phone)
  server.pass(afterSeconds)
  await board.hangUp(call)
}

describe('missed callers', () => {
  test('one row per phone, newest first, with the number of calls, the waiting time and the client’s data', async () => {
    const [ana, dan] = [aPhone(), aPhone()]
    await aClient(server, { companyIds: [board.companyId], phone: ana, name: 'Dna. Ana' })
    await giveUp(ana)
    await giveUp(dan, 60)
    await giveUp(ana, 12)
    const socket = await server.socket(dispatcher)
    await giveUp(ana, 7)
    await socket.waitForEvent('missed_calls_changed', (data) => data.company_id === board.companyId)
    expect(await missed()).toMatchObject([
      {
        phone: ana,
        tries: 3,
        waited_seconds: 7,
        reason_type: 'missed',
        called_back_at: null,
        client: { name: 'Dna. Ana' },
      },
      { phone: dan, tries: 1, waited_seconds: 60, called_back_by: null, company_id: board.companyId },
    ])
    expect(await missed(rival)).toEqual([])
  })

  test('unanswered for a minute, no free line, and a connection lost during the call count as missed', async () => {
    const [late, cut, busy] = [aPhone(), aPhone(), aPhone()]
    await board.ring(late)
    server.pass(60)
    await endUnanswered(server)
    await board.talk(cut)
    await board.end(cut, dispatcher, { reason_type: 'connection_lost' })
    for (let n = 0; n < 15; n++) await board.ring()
    await board.ring(busy)
    expect((await missed()).map(({ phone, reason_type }) => [phone, reason_type])).toEqual([
      [busy, 'busy'],
      [cut, 'connection_lost'],
      [late, 'missed'],
    ])
  })

  test('an answered caller, a blocked one and a test call are not listed', async () => {
    const [received, refused] = [aPhone(), aPhone()]
    await server.request(blockPhone, { body: { phone: refused, reason: 'Glume' } }, dispatcher)
    await board.talk(received)
    await board.end(received)
    await board.ring(refused)
    await giveUp('+40000000001')
    expect(await missed()).toEqual([])
  })

  test('after a day a missed call is no longer listed', async () => {
    const phone = aPhone()
    await giveUp(phone)
    const rangAgo = (seconds: number) => new Date(server.clock.now().getTime() - seconds * 1000)
    const rang = (at: Date) => server.db.updateTable('calls').set({ rang_at: at }).execute()
    await rang(rangAgo(86_390))
    expect(await missed()).toHaveLength(1)
    await rang(rangAgo(86_410))
    expect(await missed()).toEqual([])
  })
})

describe('called back', () => {
  test('the first mark holds for all dispatchers; a colleague’s later one changes nothing', async () => {
    const phone = aPhone()
    await giveUp(phone)
    await giveUp(phone)
    const [row] = await missed()
    expect((await mark(row?.id ?? 0)).status).toBe(200)
    server.pass(30)
    expect((await mark(row?.id ?? 0, colleague)).status).toBe(200)
    const [after] = await missed(colleague)
    expect(after).toMatchObject({ tries: 2, called_back_by: { id: board.dispatcherId } })
    expect((await mark(row?.id ?? 0, rival)).status).toBe(404)
  })

  test('it can be undone', async () => {
    const phone = aPhone()
    await giveUp(phone)
    const [row] = await missed()
    await mark(row?.id ?? 0)
    expect((await unmark(row?.id ?? 0)).status).toBe(200)
    expect((await unmark(row?.id ?? 0)).status).toBe(200)
    expect(await missed()).toMatchObject([{ called_back_at: null, called_back_by: null }])
  })

  test('a caller who calls again and is answered is marked with who answered', async () => {
    const phone = aPhone()
    await giveUp(phone)
    const socket = await server.socket(colleague)
    await board.accept(await board.ring(phone), colleague)
    await socket.waitForEvent('missed_calls_changed')
    const [row] = await missed()
    expect(row?.called_back_by?.id).not.toBe(board.dispatcherId)
    expect(row?.called_back_at).not.toBeNull()
  })

  test('a caller who gives up once more after that is listed again, with the new call alone', async () => {
    const phone = aPhone()
    await giveUp(phone)
    await giveUp(phone)
    const [row] = await missed()
    await mark(row?.id ?? 0)
    await giveUp(phone, 9)
    expect(await missed()).toMatchObject([{ phone, tries: 1, waited_seconds: 9, called_back_at: null }])
  })
})
