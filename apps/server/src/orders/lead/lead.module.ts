import type { Module } from '../../platform/lifecycle/module.ts'
import { startLearning } from './lead.jobs.ts'

export const leadModule: Module = { name: 'lead', startJobs: startLearning, isHousekeeping: true }
