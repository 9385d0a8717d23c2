import { countScheduledOrders } from '@dispecerat/contract/dispatch/scheduled-orders'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { fromWireTime, toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { aDemo, DEMO_AT, MAY_FILL_DEMO } from '../../../testing/a-demo.ts'
import { aServer } from '../../../testing/a-server.ts'
import { comingOrders, placeComingOrders } from './demo-coming.ts'

const MINUTE_MS = 60_000

test.each(['2026-03-28T20:10:00Z', '2026-11-21T00:05:00Z', '2026-06-10T11:58:30Z'])(
  'from %s on all scheduled orders are in the future, two of them within the hour, and the first train is at 05:20 Romanian time',
  (at) => {
    const now = new Date(at)
    const ahead = comingOrders(now).map(({ departure_time }) => {
      const departure = fromWireTime(String(departure_time)) ?? now
      return { minutes: (departure.getTime() - now.getTime()) / MINUTE_MS, hour: wallTime(departure).time }
    })
    expect(ahead).toHaveLength(16)
    expect(ahead.every(({ minutes }) => minutes > 30 && minutes < 49 * 60)).toBe(true)
    expect(ahead.filter(({ minutes }) => minutes <= 60)).toHaveLength(2)
    expect(ahead.map(({ hour }) => hour)).toContain('05:20:00')
  },
)

test(
  'scheduled orders are placed once, half by each dispatcher, however often the server starts',
  MAY_FILL_DEMO,
  async () => {
    await using server = await aServer({ database: await aDemo(), at: DEMO_AT })
    const parts = { db: server.db, clock: server.clock, log: pino({ level: 'silent' }), address: server.address }
    await placeComingOrders(parts)
    await placeComingOrders(parts)
    const makers = await server.db
      .selectFrom('orders')
      .select(({ fn }) => ['dispatcher_id', fn.countAll<number>().as('n')])
      .where('state', '=', 'pending')
      .groupBy('dispatcher_id')
      .execute()
    expect(makers.map(({ n }) => Number(n))).toEqual([8, 8])
    const token = await server.logIn('dispecer@demo.ro')
    const now = server.clock.now()
    const query = { from: toWireTime(now), to: toWireTime(new Date(now.getTime() + 60 * MINUTE_MS)) }
    const { data, coming } = (await server.request(countScheduledOrders, { query }, token)).reply
    expect(coming).toBe(16)
    expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  },
)
