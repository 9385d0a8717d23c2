import type { Point } from '@dispecerat/domain/kernel/geo'
import type { Module } from '../platform/lifecycle/module.ts'
import type { RunningFleet } from './fleet.jobs.ts'
import { type DriverOrders, fleetRoutes } from './fleet.routes.ts'
import { liveMapRoutes } from './positions/live-map.routes.ts'
import { positionsRoutes } from './positions/positions.routes.ts'

interface FleetParts {
  fleet: RunningFleet
  driverOrders: DriverOrders
  mapCentre: Point | null
}

export function fleetModule({ fleet, driverOrders, mapCentre }: FleetParts): Module {
  return {
    name: 'fleet',
    routes: (http, server) => {
      fleetRoutes(http, server, fleet, driverOrders)
      positionsRoutes(http, server, fleet)
      liveMapRoutes(http, server, { fleet, configuredCentre: mapCentre })
    },
    startJobs: async () => {
      await fleet.start()
      return fleet
    },
  }
}
