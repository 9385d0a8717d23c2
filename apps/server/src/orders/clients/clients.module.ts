import type { Module } from '../../platform/lifecycle/module.ts'
import { clientsRoutes } from './clients.routes.ts'
import { subscribeClients } from './subscribe-clients.ts'

export const clientsModule: Module = { name: 'clients', subscribe: subscribeClients, routes: clientsRoutes }
