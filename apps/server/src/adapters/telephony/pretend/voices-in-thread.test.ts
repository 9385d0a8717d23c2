import { afterAll, expect, test } from 'vitest'
import type { Voice } from './voices.ts'
import { VoicesInThread } from './voices-in-thread.ts'

const voices = new VoicesInThread()
afterAll(() => voices.stop())

async function onEvent(...those: Voice[]): Promise<void> {
  const before = those.map(({ receivedBytes }) => receivedBytes)
  const received = () => Math.min(...those.map(({ receivedBytes }, at) => receivedBytes - (before[at] ?? 0)))
  await expect.poll(received, { timeout: 45_000 }).toBeGreaterThan(4000)
}

test('two voices have a call, one holds, and a third replaces the second', async () => {
  const caller = await voices.open(440)
  expect(caller.offer).toMatch(/^m=audio \S+ \S+ 0\r$/m)
  expect(caller.offer).not.toContain('typ srflx')

  const dispatcher = await voices.open(600)
  const answer = await dispatcher.reoffered(caller.offer)
  caller.answered(answer)
  await onEvent(caller, dispatcher)

  const held = await caller.reoffered(answer.replace('a=sendrecv', 'a=sendonly'))
  expect(held).toContain('a=recvonly\r\n')
  expect(held).toMatch(/^a=setup:(active|passive)\r$/m)

  dispatcher.close()
  const nextPage = await voices.open(800)
  nextPage.answered(await caller.reoffered(nextPage.offer))
  await onEvent(caller, nextPage)
  caller.close()
  nextPage.close()
}, 120_000)

test('an invalid offer is refused, and the voice continues', async () => {
  const caller = await voices.open(440)
  await expect(caller.reoffered('v=0\r\nnonsense')).rejects.toThrow()
  const other = await voices.open(600)
  caller.answered(await other.reoffered(caller.offer))
  await onEvent(caller, other)
  caller.close()
  other.close()
})

test('an announcement is played once, and its end reported', async () => {
  let times = 0
  const announcer = await voices.say(Buffer.alloc(4000, 0xce), () => {
    times += 1
  })
  const client = await voices.open(440)
  const before = client.receivedBytes
  announcer.answered(await client.reoffered(announcer.offer))
  await expect.poll(() => times, { timeout: 45_000 }).toBe(1)
  // Nine packets of 60 ms are half a second; the last is filled up from the beginning.
  await expect.poll(() => client.receivedBytes - before, { timeout: 45_000 }).toBeGreaterThan(0)
  expect(client.receivedBytes - before).toBeLessThanOrEqual(9 * 480)
  announcer.close()
  client.close()
}, 120_000)
