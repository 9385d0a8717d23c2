import type { Module } from '../../platform/lifecycle/module.ts'
import { searchRulesRoutes } from './search-rules.routes.ts'

export const searchRulesModule: Module = { name: 'search-rules', routes: searchRulesRoutes }
