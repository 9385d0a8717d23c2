import type { Module } from '../../platform/lifecycle/module.ts'
import { discountsRoutes } from './discounts.routes.ts'

export const discountsModule: Module = { name: 'discounts', routes: discountsRoutes }
