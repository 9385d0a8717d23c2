import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { mapProvidersRoutes } from './providers/map-providers/map-providers.routes.ts'
import { MapProviders } from './providers/map-providers/map-providers.ts'
import { mapsMayBeMixed } from './providers/map-terms.ts'
import type { Roads } from './providers/routing/roads.ts'
import { embeddedTiles } from './providers/tiles/embedded-tiles.ts'
import { RasterTiles } from './providers/tiles/raster-tiles.ts'
import { tilesRoutes } from './providers/tiles/tiles.routes.ts'
import { NO_TILES } from './providers/tiles/tiles.ts'
import type { Server } from './server.ts'
import { staticMapRoutes } from './static-map/static-map.routes.ts'

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
