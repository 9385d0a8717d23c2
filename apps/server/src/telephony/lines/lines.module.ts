import type { Module } from '../../platform/lifecycle/module.ts'
import { type TelephoneParts, telephoneAdminRoutes } from './telephone-admin.routes.ts'

export function linesModule(parts: TelephoneParts): Module {
  return { name: 'lines', routes: (http, server) => telephoneAdminRoutes(http, server, parts) }
}
