import type { Module } from '../../platform/lifecycle/module.ts'
import type { Fleet } from '../fleet.ts'
import { findZonesAgain } from './find-zones-again.ts'
import { type StandReader, standsRoutes } from './stands.routes.ts'

/** The taxi stands of a company. Owns stands; their queues belong to the fleet. Records stands_changed, handles zones.drawn_anew. */
export function standsModule({ fleet }: { fleet: Fleet & StandReader }): Module {
  return {
    name: 'stands',
    subscribe: ({ domainEvents }) =>
      domainEvents.on('zones.drawn_anew', (tx, { companyId }) => findZonesAgain(tx, companyId)),
    routes: (http, server) => standsRoutes(http, server, fleet),
  }
}
