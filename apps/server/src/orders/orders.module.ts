import type { Module } from '../platform/lifecycle/module.ts'
import { accountOrdersRoutes } from './account-orders.routes.ts'

export const accountOrdersModule: Module = { name: 'account-orders', routes: accountOrdersRoutes }
