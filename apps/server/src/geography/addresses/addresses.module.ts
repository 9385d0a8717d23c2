import type { Geocoder } from '../../adapters/geocoding/geocoding.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import { addressesRoutes } from './addresses.routes.ts'

export function addressesModule({ geocoder }: { geocoder: Geocoder }): Module {
  return {
    name: 'addresses',
    routes: (http, server) => addressesRoutes(http, { ...server, geocoder }),
    healthChecks: () => healthChecksOf(geocoder),
  }
}

/** `addresses`: reports an unreachable external geocoder, whose searches our own map serves; nothing for the embedded one. */
function healthChecksOf({ isWell }: Geocoder): Record<string, 'ok' | 'degraded'> {
  return isWell ? { addresses: isWell() ? 'ok' : 'degraded' } : {}
}
