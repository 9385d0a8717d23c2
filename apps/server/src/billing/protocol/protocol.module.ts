import type { Module } from '../../platform/lifecycle/module.ts'
import { startProtocolJobs } from './protocol.jobs.ts'
import { protocolRoutes } from './protocol.routes.ts'

export const protocolModule: Module = {
  name: 'protocol',
  routes: protocolRoutes,
  startJobs: startProtocolJobs,
  isHousekeeping: true,
}
