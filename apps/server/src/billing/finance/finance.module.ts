import type { Module } from '../../platform/lifecycle/module.ts'
import { startFinanceJobs, startPaymentRuns } from './finance.jobs.ts'
import { financeRoutes } from './finance.routes.ts'
import { subscribeFares } from './settle-order.ts'

export const financeModule: Module = {
  name: 'finance',
  subscribe: subscribeFares,
  routes: financeRoutes,
  startJobs: startPaymentRuns,
}

/** Apart from `financeModule`, whose payment runs are not housekeeping. */
export const financeChecksModule: Module = {
  name: 'finance-checks',
  startJobs: startFinanceJobs,
  isHousekeeping: true,
}
