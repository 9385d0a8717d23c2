import type { Module } from '../../platform/lifecycle/module.ts'
import { tariffsRoutes } from './tariffs.routes.ts'

export const tariffsModule: Module = { name: 'tariffs', routes: tariffsRoutes }
