import type { Module } from '../../platform/lifecycle/module.ts'
import { carsRoutes } from './cars.routes.ts'

export const carsModule: Module = { name: 'cars', routes: carsRoutes }
