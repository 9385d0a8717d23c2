import { afterAll, expect, test } from 'vitest'
import { VoicesInThread } from '../pretend/voices-in-thread.ts'
import type { AnnouncementEvent } from '../telephony.ts'
import { keyOf } from './announcements.ts'
import { anExchange, CLIENT, COMPANY, type TestExchange } from './testing/an-exchange.ts'
import { aDescription } from './testing/raw-phone.ts'

const voices = new VoicesInThread()
afterAll(() => voices.stop())

function announced({ exchange }: TestExchange, sipCallerId = 'house-1') {
  const events: AnnouncementEvent[] = []
  const call = { sipCallerId, companyId: COMPANY, to: CLIENT, sound: Buffer.alloc(4000, 0xce) }
  exchange.announce(call, (word) => events.push(word))
  return events
}
const ended = (because: string) => ({ type: 'ended', because })

test('the answering telephone plays the whole sound, then the server hangs up; no ordinary call results', async () => {
  await using server = await anExchange()
  const client = await voices.open(440)
  const ends: string[] = []
  server.exchange.standBy(CLIENT, {
    rings: ({ offer, answer }) => {
      const on = {
        answered: () => undefined,
        held: () => undefined,
        resumed: () => undefined,
        reoffered: (sdp: string) => client.reoffered(sdp),
        ended: (why: string) => void ends.push(why),
      }
      void client.reoffered(offer).then((sdp) => answer(sdp, on))
    },
    rangOut: () => undefined,
  })
  const events = announced(server)
  await expect.poll(() => events, { timeout: 60_000 }).toEqual([{ type: 'answered' }, ended('said')])
  await expect.poll(() => client.receivedBytes, { timeout: 45_000 }).toBeGreaterThan(2000)
  expect(ends).toEqual(['Said'])
  expect([server.events, await server.exchange.snapshot()]).toEqual([[], []])
  client.close()
}, 120_000)

test('an unknown number, a busy phone, and a call that the server no longer needs', async () => {
  const voice = {
    offer: aDescription(),
    receivedBytes: 0,
    reoffered: async () => aDescription(),
    answered: () => undefined,
    speaks: () => undefined,
    close: () => undefined,
  }
  await using server = await anExchange({ sayer: { say: async () => voice, stop: async () => undefined } })
  const nobody = announced(server, 'house-nobody')
  await expect.poll(() => nobody).toEqual([ended('not_reached')])
  const client = await server.phone('caller')
  await client.registers(300, 'MD5', [['X-Number', CLIENT]])
  const busy = announced(server, 'house-busy')
  client.replies(await client.isAsked('INVITE'), 486)
  await expect.poll(() => busy).toEqual([ended('not_reached')])

  const unwanted = announced(server, 'house-unwanted')
  client.replies(await client.isAsked('INVITE'), 180, { tag: 'client' })
  server.exchange.hangUp('house-unwanted', 'call_ended')
  await client.isAsked('CANCEL')
  expect(unwanted).toEqual([])
})

test.each([
  ['application/dtmf-relay', 'Signal=0\r\nDuration=160\r\n', '0'],
  ['application/dtmf-relay', 'Duration=160\r\nSignal= # \r\n', '#'],
  ['application/dtmf', '0', '0'],
  ['application/dtmf; charset=utf-8', ' 7 ', '7'],
  ['application/dtmf-relay', 'Signal=flash', null],
  ['text/plain', 'hello', null],
])('%s with the body %j is the key %s', (type, body, key) => {
  expect(keyOf({ type, body })).toBe(key)
})
