import type { Module } from '../../platform/lifecycle/module.ts'
import type { RouteParts } from './order-route.views.ts'
import { routesRoutes } from './routes.routes.ts'

export function routesModule({ fleet, roads }: Pick<RouteParts, 'fleet' | 'roads'>): Module {
  return { name: 'routes', routes: (http, server) => routesRoutes(http, { server, fleet, roads }) }
}
