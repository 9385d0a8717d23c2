import type { Module } from '../../platform/lifecycle/module.ts'
import { startBanJobs, subscribeBans } from './bans.jobs.ts'
import { bansRoutes } from './bans.routes.ts'

export const bansModule: Module = {
  name: 'bans',
  subscribe: subscribeBans,
  routes: bansRoutes,
  startJobs: startBanJobs,
}
