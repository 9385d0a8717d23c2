import { openAuthorities } from '../../adapters/authorities/open-authorities.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import { subscribeFaresOfRegisters } from './correct-registers.ts'
import { startFilingJobs } from './filings.jobs.ts'
import { filingsRoutes } from './filings.routes.ts'

export function filingsModule({ authorities }: Pick<Config, 'authorities'>): Module {
  return {
    name: 'filings',
    subscribe: subscribeFaresOfRegisters,
    routes: (http, server) => filingsRoutes(http, server, openAuthorities(authorities, server.clock)),
    startJobs: (server) => startFilingJobs(server, openAuthorities(authorities, server.clock)),
  }
}
