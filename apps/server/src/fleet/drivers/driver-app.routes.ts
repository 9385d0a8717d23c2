import * as contract from '@dispecerat/contract/fleet/driver-app'
import { NO_USER } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { zoneNames } from '../../geography/zones/zones.public.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Fleet } from '../fleet.ts'
import { balanceView } from './driver-app.views.ts'

/** Routes for a driver's own zones, balance and company. */
export function driverAppRoutes(http: FastifyInstance, server: Server, fleet: Fleet): void {
  const { db } = server

  mount(http, server, contract.readBalance, async ({ actor }) => ({
    data: await balanceView(db, actor.userId ?? NO_USER),
  }))

  mount(http, server, contract.listDriverZones, async ({ actor }) => {
    const counts = fleet.driversByZone(actor.scope.companies)
    const { zoneId: here } = fleet.live(actor.userId ?? NO_USER)
    const zones = await zoneNames(db, actor.scope)
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
