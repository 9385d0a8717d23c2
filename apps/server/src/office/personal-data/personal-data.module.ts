import type { Module } from '../../platform/lifecycle/module.ts'
import type { SoundBin } from './advance-erasure-run.ts'
import { startErasures } from './personal-data.jobs.ts'
import { personalDataRoutes } from './personal-data.routes.ts'

export function personalDataModule({ callFiles }: { callFiles: SoundBin }): Module {
  return {
    name: 'personal-data',
    routes: (http, server) => personalDataRoutes(http, server, callFiles),
    startJobs: (server) => startErasures(server, callFiles),
  }
}
