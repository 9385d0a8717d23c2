import type { FastifyInstance } from 'fastify'
import { mapProvidersRoutes } from './adapters/map-providers/map-providers.routes.ts'
import { MapProviders } from './adapters/map-providers/map-providers.ts'
import type { Roads } from './adapters/routing/roads.ts'
import { embeddedTiles } from './adapters/tiles/embedded-tiles.ts'
import { RasterTiles } from './adapters/tiles/raster-tiles.ts'
import { tilesRoutes } from './adapters/tiles/tiles.routes.ts'
import { NO_TILES } from './adapters/tiles/tiles.ts'
import { staticMapRoutes } from './orders/static-map/static-map.routes.ts'
import type { Config } from './platform/config/config.ts'
import { mapsMayBeMixed } from './platform/config/map-terms.ts'
import type { Server } from './platform/lifecycle/server.ts'

/** Modules for maps: our own tiles and images, other providers, static images of routes. */
export function mapModules(
  { maps, geocoder }: Config,
  roads: Roads,
): { routes(http: FastifyInstance, server: Server): void }[] {
  return [
    {
      routes: (http, server) => {
        const { clock } = server
        const tiles = embeddedTiles(server.db)
        tilesRoutes(http, tiles, new RasterTiles(tiles, clock))
        const providers = new MapProviders({ maps, clock, geocoder: geocoder.kind })
        mapProvidersRoutes(http, { maps, clock, tiles, providers })
      },
    },
    {
      routes: (http, server) => {
        // Google's terms forbid showing its suggestions on another provider's map.
        const isOurs = mapsMayBeMixed({ geocoder: geocoder.kind, mapProviders: ['embedded'] })
        staticMapRoutes(http, server, { tiles: isOurs ? embeddedTiles(server.db) : NO_TILES, roads })
      },
    },
  ]
}
