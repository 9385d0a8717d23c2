import { type PassReason, STEP_DEFAULTS } from '../../search-rules.ts'
import { after, openRound } from '../round-clock.ts'
import { isExclusive, type Round, type Walk, type WalkStep } from '../walk.ts'

/** Offers of an order that waits its turn last at most this long, and at least the other limit. */
const LONGEST_OFFER_SECONDS = 20
const SHORTEST_OFFER_SECONDS = 6

/** Steps whose offers ring, with their `no`: an order waits for drivers who fit one of these. */
export function ringingSteps({ steps }: Pick<Walk, 'steps'>): { no: number; step: WalkStep }[] {
  return steps.flatMap((step, index) => (isExclusive(step) ? [{ no: index + 1, step }] : []))
}

/** False for a walk of lists alone, where every driver who fits has the order in the list already. */
export function mayWait(walk: Walk): boolean {
  return walk.waitSeconds > 0 && walk.pinned.length === 0 && walk.steps.some(isExclusive)
}

/** The round after the last step, without offers yet; null when the walk may not wait or has waited. */
export function openWaitingRound(walk: Walk, no: number, now: Date): Round | null {
  const last = ringingSteps(walk).at(-1)?.step
  if (!mayWait(walk) || last === undefined || no > walk.steps.length + 1) return null
  const step: WalkStep = {
    ...STEP_DEFAULTS,
    searchType: 'waiting',
    searchSeconds: Math.min(Math.max(last.searchSeconds, SHORTEST_OFFER_SECONDS), LONGEST_OFFER_SECONDS),
    searchOrderBy: last.searchOrderBy,
    showForBusyDrivers: walk.steps.some((ringing) => isExclusive(ringing) && ringing.showForBusyDrivers),
  }
  return { ...openRound(step, no, now), endsAt: after(now, walk.waitSeconds * 1000) }
}

/** Reasons that only drivers who fit get in a waiting round. */
const MAY_COME: readonly PassReason[] = ['holds_another_offer', 'left_to_older_order', 'waiting_turn']

/**
 * True while a phone rings for the order, or a driver who fits rings for another one or was left to an older one. A driver whom the database
 * calls busy may only have been locked by another transaction in that instant: the next tick knows.
 */
export function mayStillFind({
  offers,
  passedOver,
  notPlaced,
}: Pick<Round, 'offers' | 'passedOver' | 'notPlaced'>): boolean {
  return (
    offers.some(({ fate }) => fate === 'open') ||
    notPlaced.some(({ because }) => because === 'busy') ||
    MAY_COME.some((because) => passedOver[because] !== undefined)
  )
}

/** A driver came free: the open round is evaluated now instead of at its next tick. */
export function wakeWalk(walk: Walk, now: Date): Walk {
  const { round } = walk
  if (walk.status !== 'running' || round === null || round.outcome !== null || round.nextEvaluationAt <= now)
    return walk
  return { ...walk, round: { ...round, nextEvaluationAt: now } }
}
