import type { Module } from '../../platform/lifecycle/module.ts'
import { startPriorityJobs } from './priority-windows.jobs.ts'
import { prioritiesRoutes } from './priority-windows.routes.ts'

export const priorityWindowsModule: Module = {
  name: 'priority-windows',
  routes: prioritiesRoutes,
  startJobs: startPriorityJobs,
}
