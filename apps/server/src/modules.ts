import type { FastifyInstance } from 'fastify'
import { addressesRoutes } from './addresses/addresses.routes.ts'
import { clientsRoutes } from './clients/clients.routes.ts'
import { companiesRoutes } from './companies/companies.routes.ts'
import type { Config } from './config.ts'
import { embeddedGeocoder } from './providers/geocoding/embedded-geocoder.ts'
import { embeddedTiles } from './providers/tiles/embedded-tiles.ts'
import { tilesRoutes } from './providers/tiles/tiles.routes.ts'
import type { Realtime } from './realtime/realtime.ts'
import { startRetentionJobs } from './realtime/retention.jobs.ts'
import { savedAddressesRoutes } from './saved-addresses/saved-addresses.routes.ts'
import type { Server } from './server.ts'
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

/** In the order of the imports between them: each may hear those above. */
export function modules(_config: Config): Module[] {
  return [
    { startJobs: (server) => ({ stop: startRetentionJobs(server) }) },
    { routes: companiesRoutes },
    { routes: savedAddressesRoutes },
    { routes: zonesRoutes },
    { routes: clientsRoutes },
    { routes: (http, server) => addressesRoutes(http, { ...server, geocoder: embeddedGeocoder(server.db) }) },
    { routes: (http, server) => tilesRoutes(http, embeddedTiles(server.db)) },
  ]
}
