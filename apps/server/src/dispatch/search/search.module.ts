import type { Fleet } from '../../fleet/fleet.public.ts'
import type { Db } from '../../platform/db/database.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import { markRingingOffline } from '../offers/lost-phones.store.ts'
import type { RouteCache } from './route-cache.ts'
import type { SearchJobs } from './search.jobs.ts'
import { searchRoutes } from './search.routes.ts'
import type { PhoneReports } from './subscribe-search.ts'
import { SearchWaker } from './waiting/search-waker.ts'

interface SearchParts extends PhoneReports {
  fleet: Fleet
  routes: RouteCache
  searches: SearchJobs
  /** A pool for searches alone. */
  engineDb: Db
}

export function searchModule({ fleet, routes, searches, receipts, lostPhones, engineDb }: SearchParts): Module {
  return {
    name: 'search',
    routes: (http, server) => searchRoutes(http, server, fleet, routes),
    startJobs: async (server, realtime) => {
      const { db, log } = server
      await markRingingOffline(db).catch((error: unknown) =>
        log.warn({ reason: kindOfError(error) }, 'offers of the previous process were not marked'),
      )
      lostPhones.start()
      searches.start()
      const waker = new SearchWaker({ server, db: engineDb, fleet, wake: searches.wake }, realtime)
      const stop = async () => {
        await waker.stop()
        await searches.stop()
        await Promise.all([receipts.empty(), lostPhones.stop()])
      }
      return { wake: searches.wake, settled: () => waker.settled(), stop }
    },
  }
}
