import * as contract from '@dispecerat/contract/driver-desk'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { zoneNames } from '../zones/zones.public.ts'
import { balanceView } from './driver-desk.views.ts'
import type { Fleet } from './fleet.ts'

/** What a driver asks about himself and his company besides orders. */
export function driverDeskRoutes(http: FastifyInstance, server: Server, fleet: Fleet): void {
  const { db } = server

  mount(http, server, contract.readBalance, async ({ caller }) => ({ data: await balanceView(db, caller.userId ?? 0) }))

  mount(http, server, contract.listDriverZones, async ({ caller }) => {
    const counts = fleet.driversByZone(caller.scope.companies)
    const { zoneId: here } = fleet.live(caller.userId ?? 0)
    const zones = await zoneNames(db, caller.scope)
    const data = zones.map(({ id, name }) => ({
      id,
      name,
      busy_drivers: counts.get(id)?.busy ?? 0,
      free_drivers: counts.get(id)?.free ?? 0,
      is_here: id === here,
    }))
    return { data }
  })
}
