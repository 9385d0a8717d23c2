import type { Envelope } from '@dispecerat/contract/api/realtime'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import { NO_USER } from '@dispecerat/domain/kernel/ids'
import { DriverPhone } from '@dispecerat/simulation/driver-phone'
import { nodeTransport } from '@dispecerat/simulation/node-transport'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { expect, test } from 'vitest'
import { closeSessions } from '../../identity/accounts/accounts.public.ts'
import { createSearchFixture, type SearchFixture } from '../../testing/search-fixture.ts'

const TIMEOUT = { timeout: 30_000 }

/** A simulated driver's phone over a real connection, with a token; records its events. */
async function aPretendPhone({ server, drivers }: SearchFixture) {
  const frames: Envelope[] = []
  const happened: string[] = []
  const phone = new DriverPhone({
    transport: nodeTransport(server.address),
    identity: { token: drivers[0]?.token ?? '' },
    random: seededRandom(1),
    listener: {
      onReady: () => happened.push('ready'),
      onFrame: (frame) => frames.push(frame),
      onLost: () => happened.push('lost'),
      onDismissed: (why) => happened.push(why),
    },
  })
  await phone.switchOn()
  await expect.poll(() => happened, TIMEOUT).toEqual(['ready'])
  const received = (event: string) => frames.filter((frame) => frame.event === event).length
  return { phone, frames, happened, heard: received, [Symbol.asyncDispose]: async () => phone.switchOff() }
}

const STEPS = [{ searchType: 'by_zone', searchSeconds: 60 } as const]

test('after a network loss the phone resumes from its last sequence number and gets the missed events without a resync', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  await using one = await aPretendPhone(fixture)
  const before = await fixture.place()
  await expect.poll(() => one.heard('order_available'), TIMEOUT).toBe(1)

  one.phone.loseNetwork(1500)
  await expect.poll(() => one.happened, TIMEOUT).toEqual(['ready', 'lost'])
  await expect(one.phone.me()).rejects.toThrow('no network')
  await fixture.server.request(cancelOrder, { params: { id: before }, body: {} }, fixture.dispatcher)
  const missed = await fixture.place()
  await expect.poll(() => one.happened, TIMEOUT).toEqual(['ready', 'lost', 'ready'])

  await expect.poll(() => one.heard('order_canceled'), TIMEOUT).toBe(1)
  await expect.poll(() => one.heard('order_available'), TIMEOUT).toBe(2)
  expect(one.heard('resync')).toBe(0)
  expect(one.frames.at(-1)).toMatchObject({ event: 'order_available', data: { order: { id: missed } } })
  expect(await one.phone.me()).toMatchObject({ on_shift: true })
})

test('a phone with a fixed token gives up when the session is closed', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  await using one = await aPretendPhone(fixture)
  const { server, drivers } = fixture
  await server.db
    .transaction()
    .execute((tx) =>
      closeSessions(tx, server.domainEvents, { userId: drivers[0]?.driverId ?? NO_USER, now: server.clock.now() }),
    )
  server.committed()
  await expect.poll(() => one.happened, TIMEOUT).toEqual(['ready', 'lost', 'bad_account'])
})
