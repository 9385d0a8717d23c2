import type { Module } from '../../platform/lifecycle/module.ts'
import { scheduledOrdersRoutes } from './scheduled-orders.routes.ts'

export const scheduledOrdersModule: Module = { name: 'scheduled-orders', routes: scheduledOrdersRoutes }
