import type { Fleet } from '../../fleet/fleet.public.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import { startStatisticsJobs } from './statistics.jobs.ts'
import { statisticsRoutes } from './statistics.routes.ts'
import type { SupplyBoard } from './supply-board.ts'

interface StatisticsParts {
  fleet: Fleet
  supply: SupplyBoard
}

export function statisticsModule({ fleet, supply }: StatisticsParts): Module {
  return {
    name: 'statistics',
    routes: (http, server, realtime) => statisticsRoutes(http, server, realtime, { fleet, supply }),
    startJobs: (server, realtime) => startStatisticsJobs(server, realtime, supply),
  }
}
