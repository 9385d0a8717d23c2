import { roadMetresGuess } from '../../kernel/geo.ts'
import type { CompanyId, DriverId, OrderId } from '../../kernel/ids.ts'
import type { SearchOrderBy } from '../search-rules.ts'
import type { Candidate } from './candidates.ts'
import { type ChosenStand, usesStands } from './stand-search.ts'
import type { WalkStep } from './walk.ts'

/** Facts a rank depends on besides the candidates. */
interface Ranking {
  orderId: OrderId
  walkNo: number
  roundNo: number
  step: WalkStep
  /** The stand chosen by a stand step. */
  stand: ChosenStand | null
  ownCompanyId: CompanyId
}

/**
 * Best first: own company before partners, free before busy, priority first, drivers at the stand before the rest of its zone; then the
 * step's order, the longest idle, and the id so that a replay is deterministic.
 */
export function rank(candidates: readonly Candidate[], ranking: Ranking): Candidate[] {
  const primaryKey = primaryKeyOf(ranking)
  const keyed = candidates.map((candidate) => ({
    candidate,
    group: groupOf(candidate, ranking),
    primary: primaryKey(candidate, ranking),
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

/** Compared within a group, so that busy drivers are compared with each other; smaller ranks earlier. */
type PrimaryKey = (candidate: Candidate, ranking: Ranking) => number

const PRIMARY_KEY: Record<SearchOrderBy, PrimaryKey> = {
  by_distance: (c) => c.metresToFree + c.metres,
  by_route_distance: (c) => roadMetresGuess(c.metresToFree) + (c.routeMetres ?? Number.POSITIVE_INFINITY),
  by_idle_from: idleKey,
  any: (c, r) => lot(r.orderId, r.walkNo, r.roundNo, c.driver.driverId),
}

/**
 * A driver at the stand keeps the place in its queue when the step orders by distance or idle time. By road distance from the stand all of
 * them are equal, so the queue decides there too.
 */
function primaryKeyOf({ step }: Ranking): PrimaryKey {
  const ownKey = PRIMARY_KEY[step.searchOrderBy]
  if (!usesStands(step) || (step.searchOrderBy !== 'by_distance' && step.searchOrderBy !== 'by_idle_from'))
    return ownKey
  return (candidate, ranking) => (isAtStand(candidate, ranking) ? queueKey(candidate) : ownKey(candidate, ranking))
}

/** Partner, then busy, then no priority, then not at the stand: each outweighs all that follow. */
function groupOf(candidate: Candidate, ranking: Ranking): number {
  const { driver } = candidate
  const isPartner = driver.companyId !== ranking.ownCompanyId
  const isElsewhere = ranking.step.searchType === 'by_near_stand_and_polygon' && !isAtStand(candidate, ranking)
  return (isPartner ? 8 : 0) + (driver.isBusy ? 4 : 0) + (driver.highPriority ? 0 : 2) + (isElsewhere ? 1 : 0)
}

function isAtStand({ driver }: Candidate, { stand }: Ranking): boolean {
  return stand !== null && driver.standId === stand.standId
}

/** Unknown idle time sorts last. */
function idleKey({ driver }: Candidate): number {
  return driver.idleFrom?.getTime() ?? Number.POSITIVE_INFINITY
}

function queueKey({ driver }: Candidate): number {
  return driver.standSince?.getTime() ?? Number.POSITIVE_INFINITY
}

/** Not a subtraction: two infinities are equal, and their difference is not a number. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Pseudo-random key of a driver in a round: fair over many rounds, reproducible for the same parts. 32 bits. */
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
