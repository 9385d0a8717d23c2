import type { Module } from '../../platform/lifecycle/module.ts'
import { ratingsRoutes } from './ratings.routes.ts'

export const ratingsModule: Module = { name: 'ratings', routes: ratingsRoutes }
