import type { Module } from '../../platform/lifecycle/module.ts'
import type { SoundBin } from './forget-old-rows.ts'
import { startRetention } from './retention.jobs.ts'
import { retentionRoutes } from './retention.routes.ts'

export function retentionModule({ recordings }: { recordings: SoundBin }): Module {
  return {
    name: 'retention',
    routes: retentionRoutes,
    startJobs: (server) => startRetention(server, recordings),
    isHousekeeping: true,
  }
}
