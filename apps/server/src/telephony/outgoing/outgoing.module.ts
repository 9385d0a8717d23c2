import type { Module } from '../../platform/lifecycle/module.ts'
import { outgoingRoutes } from './outgoing.routes.ts'

export const outgoingModule: Module = { name: 'outgoing', routes: outgoingRoutes }
