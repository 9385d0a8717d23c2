import type { Module } from '../../platform/lifecycle/module.ts'
import type { EstimateParts } from './estimate-order.ts'
import { estimatesRoutes } from './estimates.routes.ts'

export function estimatesModule({ fleet, roads }: Pick<EstimateParts, 'fleet' | 'roads'>): Module {
  return { name: 'estimates', routes: (http, server) => estimatesRoutes(http, { server, fleet, roads }) }
}
