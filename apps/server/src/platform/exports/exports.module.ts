import path from 'node:path'
import type { Module } from '../lifecycle/module.ts'
import { startExportJobs } from './exports.jobs.ts'
import { exportsRoutes } from './exports.routes.ts'

export function exportsModule({ dataDir }: { dataDir: string }): Module {
  const folder = path.join(dataDir, 'exports')
  return {
    name: 'exports',
    routes: (http, server) => exportsRoutes(http, server, folder),
    startJobs: (server) => startExportJobs(server, folder),
    isHousekeeping: true,
  }
}
