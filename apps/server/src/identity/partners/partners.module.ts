import type { Module } from '../../platform/lifecycle/module.ts'
import { partnersRoutes } from './partners.routes.ts'

export function partnersModule({ publicOrigins }: { publicOrigins: readonly string[] }): Module {
  return { name: 'partners', routes: (http, server) => partnersRoutes(http, server, publicOrigins) }
}
