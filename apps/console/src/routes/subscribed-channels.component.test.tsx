import {
  orderDriversChannel,
  pretendCallersChannel,
  STAND_QUEUES_CHANNEL,
  SUPPLY_CHANNEL,
} from '@dispecerat/contract/api/realtime'
import { type PretendCaller, readCallers } from '@dispecerat/contract/demo/pretend-callers'
import { readOrderDrivers, type Searches } from '@dispecerat/contract/dispatch/search'
import { listStands, type Stand } from '@dispecerat/contract/fleet/stands'
import type { Endpoint, ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { readSupply, type ZoneSupply } from '@dispecerat/contract/orders/supply'
import { act, screen } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useCityCallers } from '../demo/pretend-callers/use-callers-data.ts'
import { useSearches } from '../orders/order-form/search/use-searches.ts'
import { useZoneSupply } from '../orders/workspace/map/use-zone-supply.ts'
import { announce } from '../realtime/live-socket.ts'
import { useNet } from '../realtime/net-state.ts'
import { useStands } from '../shared/zones/use-stands.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { renderPart } from '../testing/render.tsx'

const AT = '2026-03-18 10:00:00'

const aRound = (step: number): Searches['searches'][number] => ({
  id: 1,
  walk_no: 1,
  step,
  steps: 3,
  started_at: AT,
  ends_at: AT,
  ended_at: null,
  is_waiting: false,
  is_pinned: false,
  params: {
    search_order_by: 'by_distance',
    search_type: 'by_zone',
    notification_method: 'by_rotation',
    search_time: 60,
    search_limit: 5000,
    stagger: null,
  },
  outcome: null,
  drivers: [],
  passed_over: [],
  others: { asked: [], passed_over: [] },
})
const aStand = (queue_length: number): Stand => ({
  id: 3,
  company_id: 1,
  name: 'Gara',
  lat: 45.65,
  long: 25.6,
  radius_m: 100,
  polygon_id: null,
  capacity: null,
  is_active: true,
  queue_length,
})
const aZone = (free_now: number): ZoneSupply => ({
  polygonId: 2,
  company_id: 1,
  name: 'Centru',
  free_now,
  free_soon: 0,
  waiting: 0,
  usual_orders: null,
  shortage: 0,
})
const aCaller = (heard_bytes: number): PretendCaller => ({
  id: 'a',
  company_id: 1,
  phone: '+40722333444',
  name: null,
  who: 'stranger',
  state: 'ringing',
  why: null,
  wish: { pickup: 'Gara', destination: null },
  rang_at: AT,
  answered_at: null,
  ended_at: null,
  heard_bytes,
})

interface Watched<E extends Endpoint = Endpoint> {
  channel: string
  endpoint: E
  /** A reply that contains a number, and the number that the hook returns for it. */
  reply: (number: number) => ReplyOf<E>
  useNumber: () => number | undefined
}
const watched = <E extends Endpoint>(row: Watched<E>) => row as unknown as Watched

const SEARCHES = watched({
  channel: orderDriversChannel(4),
  endpoint: readOrderDrivers,
  reply: (step) => ({ searches: [aRound(step)] }),
  useNumber: () => useSearches(4, false).data?.searches[0]?.step,
})
const STANDS = watched({
  channel: STAND_QUEUES_CHANNEL,
  endpoint: listStands,
  reply: (queue_length) => ({ data: [aStand(queue_length)], companies: [] }),
  useNumber: () => useStands().data?.[0]?.queue_length,
})
const SUPPLY = watched({
  channel: SUPPLY_CHANNEL,
  endpoint: readSupply,
  reply: (free) => ({ data: [aZone(free)] }),
  useNumber: () => useZoneSupply().data?.data[0]?.free_now,
})
const CALLERS = watched({
  channel: pretendCallersChannel(1),
  endpoint: readCallers,
  reply: (bytes) => ({ data: { callers: [aCaller(bytes)], numbers: { known: [], blocked: [], test: [] } } }),
  useNumber: () => useCityCallers(1)?.callers[0]?.heard_bytes,
})

/** Renders the number while the socket is open, so that nothing is polled. */
function renderNumber({ useNumber }: Watched) {
  const before = useNet.getState()
  useNet.setState({ status: 'open' })
  onTestFinished(() => useNet.setState(before))
  const Shown = () => <p>{useNumber() ?? 'none'}</p>
  return renderPart(<Shown />)
}

describe.each([SEARCHES, STANDS, SUPPLY, CALLERS])('data changed by the channel $channel', (row) => {
  const { channel, endpoint, reply } = row

  test('are refetched when its subscription has taken effect, at first and after each reconnect', async () => {
    const server = fakeServer()
    server.reply(endpoint, reply(1))
    renderNumber(row)
    await screen.findByText('1')
    /* Changed before the server has subscribed the socket. */
    server.reply(endpoint, reply(2))
    act(() => announce('subscribed', { channel }))
    await screen.findByText('2')
    server.reply(endpoint, reply(3))
    act(() => announce('ready', { user_id: 7, resumed: true }))
    act(() => announce('subscribed', { channel }))
    await screen.findByText('3')
    expect(server.received(endpoint)).toHaveLength(3)
  })

  test('are not refetched for another channel', async () => {
    const server = fakeServer()
    server.reply(endpoint, reply(1))
    renderNumber(row)
    await screen.findByText('1')
    act(() => announce('subscribed', { channel: `${channel}0` }))
    act(() => announce('subscribed', { channel }))
    await expect.poll(() => server.received(endpoint)).toHaveLength(2)
  })
})

test.each([
  [SEARCHES, () => announce('ws_order_drivers', { order_id: 4, searches: [aRound(2)] })],
  [STANDS, () => announce('stand_queue_changed', { stand_id: 3, queue_length: 2 })],
  [SUPPLY, () => announce('ws_supply', { company_id: 1, zones: [aZone(2)] })],
  [CALLERS, () => announce('pretend_callers', { company_id: 1, callers: [aCaller(2)] })],
])('a first reply read before a frame of $channel does not overwrite it', async (row, push) => {
  const { endpoint, reply } = row
  const server = fakeServer()
  const release = server.hold(endpoint, reply(1))
  renderNumber(row)
  await expect.poll(() => server.received(endpoint)).toHaveLength(1)
  server.reply(endpoint, reply(2))
  act(push)
  release()
  await screen.findByText('2')
  expect(server.received(endpoint)).toHaveLength(2)
})
