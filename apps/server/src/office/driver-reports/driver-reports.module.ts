import type { Module } from '../../platform/lifecycle/module.ts'
import { driverReportsRoutes } from './driver-reports.routes.ts'

export const driverReportsModule: Module = { name: 'driver-reports', routes: driverReportsRoutes }
