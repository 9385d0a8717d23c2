import type { Roads } from '../../adapters/routing/roads.ts'
import { embeddedTiles } from '../../adapters/tiles/embedded-tiles.ts'
import { NO_TILES } from '../../adapters/tiles/tiles.ts'
import type { GeocoderConfig } from '../../platform/config/config.ts'
import { mapsMayBeMixed } from '../../platform/config/map-terms.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import { staticMapRoutes } from './static-map.routes.ts'

export function staticMapModule({ geocoder, roads }: { geocoder: GeocoderConfig; roads: Roads }): Module {
  return {
    name: 'static-map',
    routes: (http, server) => {
      // Google's terms forbid showing its suggestions on another provider's map.
      const isOurs = mapsMayBeMixed({ geocoder: geocoder.kind, mapProviders: ['embedded'] })
      staticMapRoutes(http, server, { tiles: isOurs ? embeddedTiles(server.db) : NO_TILES, roads })
    },
  }
}
