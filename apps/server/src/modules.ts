import type { FastifyInstance } from 'fastify'
import { startAccountsJobs } from './accounts/accounts.jobs.ts'
import { addressesRoutes } from './addresses/addresses.routes.ts'
import { clientsRoutes } from './clients/clients.routes.ts'
import { companiesRoutes } from './companies/companies.routes.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import { createFleet } from './fleet/fleet.jobs.ts'
import { fleetRoutes } from './fleet/fleet.routes.ts'
import { driverOrdersRoutes } from './orders/driver-orders.routes.ts'
import { startOrdersJobs } from './orders/orders.jobs.ts'
import { driverOrderViews, hearOrders } from './orders/orders.public.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { embeddedGeocoder } from './providers/geocoding/embedded-geocoder.ts'
import { embeddedTiles } from './providers/tiles/embedded-tiles.ts'
import { tilesRoutes } from './providers/tiles/tiles.routes.ts'
import type { NodeBus } from './realtime/node-bus.ts'
import type { Realtime } from './realtime/realtime.ts'
import { startRetentionJobs } from './realtime/retention.jobs.ts'
import { savedAddressesRoutes } from './saved-addresses/saved-addresses.routes.ts'
import { createSearchJobs } from './search/search.jobs.ts'
import { hearSearch } from './search/search.public.ts'
import { searchRoutes } from './search/search.routes.ts'
import type { Server } from './server.ts'
import { statisticsRoutes } from './statistics/statistics.routes.ts'
import { zonesRoutes } from './zones/zones.routes.ts'

/** What the clock starts: due rows, retention, batches. */
export interface Jobs {
  /** Something was committed here: look at what is due now. */
  wake?(): void
  stop(): void | Promise<void>
}

/** How a module joins the house. Earlier ones know nothing of later ones. */
export interface Module {
  /** Subscribes to trade events, the log and the sockets; before anything is served. */
  hear?(server: Server, realtime: Realtime): void | Promise<void>
  routes?(http: FastifyInstance, server: Server, realtime: Realtime): void
  startJobs?(server: Server, realtime: Realtime): Jobs | Promise<Jobs>
}

export interface ModuleParts {
  config: Config
  server: Server
  realtime: Realtime
  bus: NodeBus
  /** A pool for the searches alone, so that a storm of requests never makes a round late. */
  engineDb: Db
}

/** In the order of the imports between them: each may hear those above. */
export function modules({ server: house, realtime: sockets, bus, engineDb }: ModuleParts): Module[] {
  const fleet = createFleet(house, sockets, bus)
  const searches = createSearchJobs(house, fleet, engineDb)
  const receipts = hearSearch(house, sockets, fleet)
  return [
    { startJobs: (server) => ({ stop: startRetentionJobs(server) }) },
    { startJobs: startAccountsJobs },
    { routes: companiesRoutes },
    { routes: savedAddressesRoutes },
    { routes: zonesRoutes },
    { routes: clientsRoutes },
    { routes: (http, server) => addressesRoutes(http, { ...server, geocoder: embeddedGeocoder(server.db) }) },
    { routes: (http, server) => tilesRoutes(http, embeddedTiles(server.db)) },
    {
      routes: (http, server) => fleetRoutes(http, server, fleet, driverOrderViews),
      startJobs: async () => {
        await fleet.start()
        return fleet
      },
    },
    { hear: hearOrders, routes: ordersRoutes, startJobs: startOrdersJobs },
    { routes: driverOrdersRoutes },
    { routes: (http, server) => statisticsRoutes(http, server, fleet) },
    {
      routes: (http, server) => searchRoutes(http, server, fleet),
      startJobs: () => {
        searches.start()
        return { wake: searches.wake, stop: () => searches.stop().then(() => receipts.empty()) }
      },
    },
  ]
}
