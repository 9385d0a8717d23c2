import type { Module } from '../../platform/lifecycle/module.ts'
import { startAccountsJobs } from './accounts.jobs.ts'

export const accountsModule: Module = { name: 'accounts', startJobs: startAccountsJobs, isHousekeeping: true }
