import { reportPosition } from '@dispecerat/contract/driver'
import { expect, test } from 'vitest'
import { aSearchRoom, northOfPickup, type SearchRoom } from '../testing/a-search-room.ts'

const ROUND_SECONDS = 10

const aRoom = () =>
  aSearchRoom({ metres: [100], steps: [{ searchType: 'by_zone', searchLimit: 1, searchSeconds: ROUND_SECONDS }] })

const fates = async (room: SearchRoom, orderId: number) => (await room.offers(orderId)).map(({ fate }) => fate)

const report = ({ server, drivers }: SearchRoom, metres: number) =>
  server.call(reportPosition, { body: northOfPickup(metres) }, drivers[0]?.token)

test('the clock is set back by 847 s: a round that runs ends within its seconds', async () => {
  await using room = await aRoom()
  const orderId = await room.place()
  room.server.clock.step(-847)
  await room.pass(ROUND_SECONDS - 1)
  expect(await fates(room, orderId)).toEqual(['open'])
  await room.pass(2)
  expect(await fates(room, orderId)).toEqual(['not_delivered'])
})

test('the clock is set ahead by 847 s: a driver keeps the seconds of a round that runs', async () => {
  await using room = await aRoom()
  const orderId = await room.place()
  room.server.clock.step(847)
  await room.pass(ROUND_SECONDS - 2)
  expect(await fates(room, orderId)).toEqual(['open'])
  await room.pass(2)
  expect(await fates(room, orderId)).toEqual(['not_delivered'])
})

test.each([-847, 847])(
  'the clock is set by %i s: positions are taken, drivers stay connected and are offered orders',
  async (seconds) => {
    await using room = await aRoom()
    const phone = await room.phone(0)
    await report(room, 100)
    room.server.clock.step(seconds)
    await room.pass(5)
    expect((await report(room, 300)).reply).toEqual({ accepted: true })
    const orderId = await room.place()
    await phone.heard('order_available')
    expect(await fates(room, orderId)).toEqual(['open'])
  },
)

test('/ready says that the clock was set, until the step is absorbed', async () => {
  await using room = await aRoom()
  const ready = async () => (await room.server.inject({ url: '/ready' })).json<{ clock: string }>().clock
  expect(await ready()).toBe('ok')
  room.server.clock.step(-847)
  expect(await ready()).toBe('degraded')
  room.server.pass(5 * 3600)
  expect(await ready()).toBe('ok')
})
