import type { CompanyId, DriverId, OrderId } from '../ids.ts'
import type { SearchOrderBy } from '../search-rules.ts'
import type { Candidate } from './candidates.ts'

/** What a rank depends on besides the candidates. */
interface Ranking {
  orderId: OrderId
  walkNo: number
  roundNo: number
  orderBy: SearchOrderBy
  ownCompanyId: CompanyId
}

/**
 * GAP-19 §19.2, best first: own company before partners, free before busy, priority first; then what the step orders
 * by, the longest idle, and the id so that a replay agrees.
 */
export function rank(candidates: readonly Candidate[], ranking: Ranking): Candidate[] {
  const keyed = candidates.map((candidate) => ({
    candidate,
    group: groupOf(candidate, ranking.ownCompanyId),
    primary: PRIMARY_KEY[ranking.orderBy](candidate, ranking),
    idleFrom: idleKey(candidate),
  }))
  keyed.sort(
    (a, b) =>
      a.group - b.group ||
      compare(a.primary, b.primary) ||
      compare(a.idleFrom, b.idleFrom) ||
      a.candidate.driver.driverId - b.candidate.driver.driverId,
  )
  return keyed.map(({ candidate }) => candidate)
}

/** What a step's order-by compares; smaller is asked earlier. */
const PRIMARY_KEY: Record<SearchOrderBy, (candidate: Candidate, ranking: Ranking) => number> = {
  by_distance: (c) => c.metres,
  by_route_distance: (c) => c.routeMetres ?? Number.POSITIVE_INFINITY,
  by_idle_from: idleKey,
  any: (c, r) => lot(r.orderId, r.walkNo, r.roundNo, c.driver.driverId),
}

/** Partner, then busy, then no priority: each outweighs all that follow. */
function groupOf({ driver }: Candidate, ownCompanyId: CompanyId): number {
  const isPartner = driver.companyId !== ownCompanyId
  return (isPartner ? 4 : 0) + (driver.isBusy ? 2 : 0) + (driver.highPriority ? 0 : 1)
}

/** Nobody knows since when: behind all who do. */
function idleKey({ driver }: Candidate): number {
  return driver.idleFrom?.getTime() ?? Number.POSITIVE_INFINITY
}

/** Not a subtraction: two infinities are equal, and their difference is not a number. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The lot a driver draws in a round: fair over many rounds, the same whenever it is drawn again. 32 bits. */
export function lot(orderId: OrderId, walkNo: number, roundNo: number, driverId: DriverId): number {
  let hash = 0x811c9dc5
  for (const part of [orderId, walkNo, roundNo, driverId]) hash = stir(hash ^ stir(part | 0))
  return hash >>> 0
}

/** The finaliser of MurmurHash3: every input bit moves about half the output bits. */
function stir(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
