import type { Module } from '../../platform/lifecycle/module.ts'
import { startImportJobs } from './imports.jobs.ts'
import { importsRoutes } from './imports.routes.ts'

export function importsModule({ publicOrigins }: { publicOrigins: readonly string[] }): Module {
  return {
    name: 'imports',
    routes: (http, server) => importsRoutes(http, server, publicOrigins),
    startJobs: startImportJobs,
  }
}
