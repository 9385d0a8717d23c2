import type { Module } from '../../platform/lifecycle/module.ts'
import { startReportsJobs } from './reports.jobs.ts'
import { reportsRoutes } from './reports.routes.ts'

export const reportsModule: Module = {
  name: 'reports',
  routes: reportsRoutes,
  startJobs: startReportsJobs,
  isHousekeeping: true,
}
