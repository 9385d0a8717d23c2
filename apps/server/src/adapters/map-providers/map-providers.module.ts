import type { Config } from '../../platform/config/config.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import { embeddedTiles } from '../tiles/embedded-tiles.ts'
import { mapProvidersRoutes } from './map-providers.routes.ts'
import { MapProviders } from './map-providers.ts'

export function mapProvidersModule({ maps, geocoder }: Pick<Config, 'maps' | 'geocoder'>): Module {
  return {
    name: 'map-providers',
    routes: (http, { db, clock }) => {
      const providers = new MapProviders({ maps, clock, geocoder: geocoder.kind })
      mapProvidersRoutes(http, { maps, clock, tiles: embeddedTiles(db), providers })
    },
  }
}
