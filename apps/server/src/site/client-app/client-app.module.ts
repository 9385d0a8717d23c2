import type { Module } from '../../platform/lifecycle/module.ts'
import { startClientAppJobs } from './client-app.jobs.ts'
import { type ClientAppParts, clientAppRoutes } from './client-app.routes.ts'

export function clientAppModule(parts: ClientAppParts): Module {
  return {
    name: 'client-app',
    routes: (http, server) => clientAppRoutes(http, server, parts),
    startJobs: startClientAppJobs,
    isHousekeeping: true,
  }
}
