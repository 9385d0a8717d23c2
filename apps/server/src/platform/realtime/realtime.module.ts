import type { Module } from '../lifecycle/module.ts'
import { startRetentionJobs } from './retention.jobs.ts'

export const realtimeModule: Module = { name: 'realtime', startJobs: startRetentionJobs, isHousekeeping: true }
