import * as contract from '@dispecerat/contract/dispatch/driver'
import { listDrivers, readDriver } from '@dispecerat/contract/orders/company-dispatch'
import { type DriverId, NO_USER, type OrderId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/db/database.ts'
import { mount } from '../platform/http/mount.ts'
import type { Server } from '../platform/lifecycle/server.ts'
import { driverDetails } from './drivers/driver-details.views.ts'
import { setPause, startShift, stopShift } from './drivers/work-of-driver.ts'
import type { RunningFleet } from './fleet.jobs.ts'
import { activeOrderIds, driverCards, driverMe } from './fleet.views.ts'

/** Orders as their driver sees them; a parameter, because orders import the fleet and not the other way round. */
export type DriverOrders = (db: Db, orderIds: readonly OrderId[], driverId: DriverId) => Promise<contract.DriverOrder[]>

export function fleetRoutes(
  http: FastifyInstance,
  server: Server,
  fleet: RunningFleet,
  driverOrders: DriverOrders,
): void {
  mount(http, server, listDrivers, async ({ actor, query }) => ({
    data: await driverCards(server.db, fleet, actor.scope, query),
  }))

  mount(http, server, readDriver, async ({ actor, params }) => ({
    data: await driverDetails(server.db, fleet, { scope: actor.scope, driverId: params.id, now: server.clock.now() }),
  }))

  driverRoutes(http, server, fleet, driverOrders)
}

function driverRoutes(http: FastifyInstance, server: Server, fleet: RunningFleet, driverOrders: DriverOrders): void {
  const me = async (driverId: DriverId) => {
    const orders = await driverOrders(server.db, await activeOrderIds(server.db, driverId), driverId)
    return { data: await driverMe(server.db, driverId, orders, server.clock.now()) }
  }

  /** Reloads the driver before the phone's next position arrives. */
  const changed = async ({ driverId }: { driverId: DriverId }) => {
    await fleet.refresh([driverId])
    return me(driverId)
  }

  mount(http, server, contract.driverMe, ({ actor }) => me(actor.userId ?? NO_USER))

  mount(http, server, contract.startShift, async ({ actor, body }) =>
    changed(await startShift(server, actor, { carId: body.car_id })),
  )

  mount(http, server, contract.stopShift, async ({ actor }) => changed(await stopShift(server, actor)))

  mount(http, server, contract.setPause, async ({ actor, body }) =>
    changed(await setPause(server, actor, body.is_paused)),
  )
}
