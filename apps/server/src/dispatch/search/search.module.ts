import type { Fleet } from '../../fleet/fleet.public.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import type { ReceiptBox } from '../offers/receipt-box.ts'
import type { SearchJobs } from './search.jobs.ts'
import { searchRoutes } from './search.routes.ts'

interface SearchParts {
  fleet: Fleet
  searches: SearchJobs
  receipts: ReceiptBox
}

export function searchModule({ fleet, searches, receipts }: SearchParts): Module {
  return {
    name: 'search',
    routes: (http, server) => searchRoutes(http, server, fleet),
    startJobs: () => {
      searches.start()
      return { wake: searches.wake, stop: () => searches.stop().then(() => receipts.empty()) }
    },
  }
}
