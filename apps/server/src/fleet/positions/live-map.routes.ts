import { readLiveMap, readLivePositions } from '@dispecerat/contract/fleet/live-map'
import { DEFAULT_CENTRE, type Point } from '@dispecerat/domain/kernel/geo'
import type { FastifyInstance } from 'fastify'
import { findCompany, publicCompanies } from '../../identity/companies/companies.public.ts'
import { mount } from '../../platform/http/mount.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Fleet } from '../fleet.ts'
import { livePositions } from './live-map.ts'

/** The page polls every 25 s; a household behind one address may have a few of them open. */
const PER_ADDRESS = { max: 30, seconds: 60 }

const TOWN_ZOOM = 13

/** `configuredCentre`: the centre of maps without a company. */
export function liveMapRoutes(
  http: FastifyInstance,
  server: Server,
  { fleet, configuredCentre }: { fleet: Pick<Fleet, 'positions'>; configuredCentre: Point | null },
): void {
  const limiter = new RateLimiter(PER_ADDRESS, server.clock)
  mount(http, server, readLivePositions, async ({ query, request }) => {
    limiter.take(request.ip)
    return livePositions(fleet, await publicCompanies(server.db, query.company ?? null))
  })

  // Requested once per page in addition to the positions; it only reveals that a company is public.
  const opened = new RateLimiter(PER_ADDRESS, server.clock)
  mount(http, server, readLiveMap, async ({ query, request }) => {
    opened.take(request.ip)
    const shown = await publicCompanies(server.db, query.company ?? null)
    const [only] = query.company === undefined ? [] : shown
    const company = only === undefined ? null : await findCompany(server.db, only)
    const ownCentre = company && company.lat !== null && company.lng !== null && { lat: company.lat, long: company.lng }
    return { ...(ownCentre || configuredCentre || DEFAULT_CENTRE), zoom: TOWN_ZOOM, is_shown: shown.length > 0 }
  })
}
