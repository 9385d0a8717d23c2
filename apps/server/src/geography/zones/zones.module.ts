import type { Module } from '../../platform/lifecycle/module.ts'
import { type ZoneReader, zonesRoutes } from './zones.routes.ts'

export function zonesModule({ fleet }: { fleet: ZoneReader }): Module {
  return { name: 'zones', routes: (http, server) => zonesRoutes(http, server, fleet) }
}
