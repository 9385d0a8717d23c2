import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/platform/db/database.ts'
import { type Installation, openInstallation, spread } from '../bench-installation.ts'
import { connectDrivers, hangUp, keepReporting } from '../driver-sockets.ts'
import { type Bench, median } from '../measure.ts'

const DRIVERS = 400
const WAVES = 6
const ORDERS_PER_WAVE = 20
const LONGEST_WAIT_MS = 30_000

type Received = Map<number, { token: string; userId: UserId }[]>

/** Every driver who receives an order accepts at once: counts orders with two drivers, and drivers with two orders. */
export const bench: Bench = {
  name: 'double-accepts',
  run: async () => {
    await using installation = await openInstallation({ drivers: DRIVERS })
    await offerToEverybody(installation.db)
    const received: Received = new Map()
    const sockets = await connectDrivers(installation.url, installation.drivers, {
      auth: true,
      onFrame: ({ event, data }, { driver }) => {
        const id = data?.order?.id
        if (event !== 'order_available' || id === undefined) return
        received.set(id, [...(received.get(id) ?? []), driver])
      },
    })
    const reporting = keepReporting(sockets, 5)
    try {
      await sleep(6_000)
      const rates: number[] = []
      let yeses = 0
      const winsByOrder = new Map<number, number>()
      for (let wave = 0; wave < WAVES; wave++) {
        const orderIds = await Promise.all(Array.from({ length: ORDERS_PER_WAVE }, (_, n) => place(installation, n)))
        await untilReceived(received, orderIds)
        const startedAt = performance.now()
        const answers = await Promise.all(
          orderIds.flatMap((id) => (received.get(id) ?? []).map((driver) => accept(installation, id, driver))),
        )
        rates.push((answers.length * 1000) / (performance.now() - startedAt))
        yeses += answers.length
        for (const { orderId, won } of answers) if (won) winsByOrder.set(orderId, (winsByOrder.get(orderId) ?? 0) + 1)
        await freeEverybody(installation, orderIds)
      }
      const doubles = [...winsByOrder.values()].filter((winners) => winners > 1).length
      const found = await findings(installation.db)
      const count = (what: string, ours: number) => {
        const peer = { peer: 0, peerName: 'what may be', better: 'lower' as const }
        return { what, unit: '', ours, ...peer }
      }
      return {
        title: 'Two yeses for one order',
        growsWith: 'the yeses to one order wait for its row, one after another; orders do not wait for each other.',
        rows: [
          count('orders that told two drivers yes', doubles),
          count('orders whose history has two assignments', found.ordersTwice),
          count('drivers given two orders at once', found.driversTwice),
        ],
        notes: [
          `${yeses} yeses of ${DRIVERS} drivers to ${WAVES * ORDERS_PER_WAVE} orders, each wave at once; ${winsByOrder.size} orders were driven`,
          `${median(rates).toFixed(0)} yeses answered a second`,
        ],
      }
    } finally {
      reporting.stop()
      hangUp(sockets)
    }
  },
}

async function offerToEverybody(db: Db): Promise<void> {
  const step = {
    search_type: 'by_radius',
    search_time: 60,
    search_limit: 3000,
    search_order_by: 'by_distance',
    notification_method: 'all',
    exclude_previous: false,
    show_for_busy_drivers: false,
  }
  await sql`update search_methods set definitions = ${JSON.stringify({ items: [step] })}::jsonb`.execute(db)
}

async function send(
  installation: Installation,
  method: string,
  path: string,
  token: string,
  body: object,
): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return fetch(installation.url + path, { method, headers, body: JSON.stringify(body) })
}

async function place(installation: Installation, n: number): Promise<OrderId> {
  const places = [{ name: `Strada Lungă ${n}`, ...spread(n * 31 + 7) }]
  const body = { client_phone: `07${20_000_000 + n}`, places }
  const response = await send(installation, 'POST', '/api/orders', installation.dispatcherToken, body)
  return ((await response.json()) as { data: { id: OrderId } }).data.id
}

/** Waits until no offer has come for a second, since a driver who has an offer for one order gets none for another. */
async function untilReceived(received: Received, orderIds: readonly OrderId[]): Promise<void> {
  const bells = () => orderIds.reduce((sum, id) => sum + (received.get(id)?.length ?? 0), 0)
  const giveUpAt = performance.now() + LONGEST_WAIT_MS
  let before = -1
  while ((bells() === 0 || bells() !== before) && performance.now() < giveUpAt) {
    before = bells()
    await sleep(1_000)
  }
}

async function accept(installation: Installation, orderId: OrderId, { token }: { token: string }) {
  const response = await send(installation, 'POST', `/api/driver/orders/${orderId}/accept`, token, {})
  await response.arrayBuffer()
  return { orderId, won: response.status === 200 }
}

async function freeEverybody(installation: Installation, orderIds: readonly OrderId[]): Promise<void> {
  for (const id of orderIds)
    await send(installation, 'PATCH', `/api/orders/${id}/cancel`, installation.dispatcherToken, {})
  await sleep(500)
}

async function findings(db: Db): Promise<{ ordersTwice: number; driversTwice: number }> {
  const { rows } = await sql<{ ordersTwice: number; driversTwice: number }>`
    with assigned as (
      select order_id, (data ->> 'driver_id')::bigint as driver_id, timestamp as since, (
          select min(timestamp) from order_history as ended
          where ended.order_id = given.order_id and ended.type like 'cancel%') as until
      from order_history as given where type = 'assigned'
        and order_id in (select id from orders where client_phone like '+40720%')
    )
    select (select count(*) from (select order_id from assigned group by 1 having count(*) > 1) as o) as "ordersTwice",
      (select count(distinct one.driver_id) from assigned as one join assigned as other
        on other.driver_id = one.driver_id and other.order_id <> one.order_id
          and other.since < coalesce(one.until, 'infinity') and one.since < coalesce(other.until, 'infinity')
      ) as "driversTwice"`.execute(db)
  return rows[0] ?? { ordersTwice: Number.NaN, driversTwice: Number.NaN }
}
