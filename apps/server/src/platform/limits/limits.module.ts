import type { Module } from '../lifecycle/module.ts'
import { limitsRoutes } from './limits.routes.ts'

export const limitsModule: Module = { name: 'limits', routes: limitsRoutes }
