import { readDriversInfo, readZoneStatistics } from '@dispecerat/contract/geography/zones'
import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { readStatistics } from '@dispecerat/contract/orders/company-dispatch'
import { readHeat, readHeatTable } from '@dispecerat/contract/orders/heat'
import { readOrdersByDay } from '@dispecerat/contract/orders/statistics'
import { readSupply } from '@dispecerat/contract/orders/supply'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { type ChartRange, daysBetween, firstDayOf } from '@dispecerat/domain/orders/chart-range'
import type { FastifyInstance } from 'fastify'
import type { Fleet } from '../../fleet/fleet.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { freeDriversOfZone, freeDriversOutside, zoneStatistics } from './drivers-of-zones.ts'
import { heat, heatTable } from './heat.ts'
import { RecentCounts } from './recent-counts.ts'
import { companyIdsOf, daysOfOrders, tradeCounts } from './statistics.views.ts'
import type { SupplyBoard } from './supply-board.ts'

/** Events recorded by every change of an order. */
const COUNTED = new Set(['live_orders_updated', 'remove_live_order'])

export function statisticsRoutes(
  http: FastifyInstance,
  server: Server,
  realtime: Realtime,
  { fleet, supply }: { fleet: Fleet; supply: SupplyBoard },
): void {
  const { db, clock } = server
  const recent = new RecentCounts(clock, (scope, now) => tradeCounts(db, scope, now))
  realtime.onEvents((events) => {
    for (const { event, toCompanies } of events) if (COUNTED.has(event)) recent.changed(toCompanies)
  })

  mount(http, server, readStatistics, async ({ actor }) => {
    const { drivers, online, busy, free, priority } = fleet.counts(actor.scope.companies)
    return {
      ...(await recent.of(actor.scope)),
      driversCount: drivers,
      driversOnlineCount: online,
      driversBusyCount: busy,
      driversFreeCount: free,
      driversPriorityCount: priority,
    }
  })

  mount(http, server, readOrdersByDay, ({ actor, query }) => ordersByDay(db, actor.scope, query.range, clock.now()))

  mount(http, server, readZoneStatistics, ({ actor }) => zoneStatistics(db, fleet, actor.scope))

  mount(http, server, readDriversInfo, async ({ actor, query }) => {
    const { polygon_id } = query
    if (polygon_id !== undefined) return freeDriversOfZone(db, fleet, actor.scope, polygon_id, clock.now())
    return freeDriversOutside(fleet, await companyIdsOf(db, actor.scope), clock.now())
  })
  mount(http, server, readSupply, async ({ actor }) => {
    const zones = await supply.of(await companyIdsOf(db, actor.scope))
    return { data: [...zones.values()].flat() }
  })

  mount(http, server, readHeat, ({ actor, query }) => heat(db, actor.scope, query))

  mount(http, server, readHeatTable, ({ actor, query }) => heatTable(db, fleet, actor.scope, query))
}

/** Every day of the range up to today, days without orders as zeros; 'all' begins with the first day that has any. */
async function ordersByDay(
  db: Db,
  scope: Scope,
  range: ChartRange,
  now: Date,
): Promise<ReplyOf<typeof readOrdersByDay>> {
  const today = bucharestDay(now)
  const since = firstDayOf(range, today)
  const busy = new Map((await daysOfOrders(db, scope, since)).map((day) => [day.day, day]))
  const [first = today] = busy.keys()
  const data = daysBetween(since ?? first, today).map(
    (day) => busy.get(day) ?? { day, orders: 0, finished: 0, canceled: 0 },
  )
  return { data }
}
