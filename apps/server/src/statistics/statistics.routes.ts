import { readStatistics } from '@dispecerat/contract/company-desk'
import { readDriversInfo, readZoneStatistics } from '@dispecerat/contract/zones'
import type { FastifyInstance } from 'fastify'
import type { Fleet } from '../fleet/fleet.public.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { freeDriversOfZone, zoneStatistics } from './drivers-of-zones.ts'
import { RecentCounts } from './recent-counts.ts'
import { tradeCounts } from './statistics.views.ts'

export function statisticsRoutes(http: FastifyInstance, server: Server, fleet: Fleet): void {
  const { db, clock } = server
  const recent = new RecentCounts(clock, (scope, now) => tradeCounts(db, scope, now))

  mount(http, server, readStatistics, async ({ caller }) => {
    const { drivers, online, busy, free, priority } = fleet.counts(caller.scope.companies)
    return {
      ...(await recent.of(caller.scope)),
      driversCount: drivers,
      driversOnlineCount: online,
      driversBusyCount: busy,
      driversFreeCount: free,
      driversPriorityCount: priority,
      announcesCount: 0,
      incidentsCount: 0,
    }
  })

  mount(http, server, readZoneStatistics, ({ caller }) => zoneStatistics(db, fleet, caller.scope))

  mount(http, server, readDriversInfo, ({ caller, query }) =>
    freeDriversOfZone(db, fleet, caller.scope, query.polygon_id, clock.now()),
  )
}
