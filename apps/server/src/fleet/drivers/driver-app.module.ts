import type { Module } from '../../platform/lifecycle/module.ts'
import type { Fleet } from '../fleet.ts'
import { driverAppRoutes } from './driver-app.routes.ts'

export function driverAppModule({ fleet }: { fleet: Fleet }): Module {
  return { name: 'driver-app', routes: (http, server) => driverAppRoutes(http, server, fleet) }
}
