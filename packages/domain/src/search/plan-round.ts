import type { DriverId } from '../ids.ts'
import { limitIsDriverCount, PASS_REASONS, type PassReason } from '../search-rules.ts'
import { type Candidate, fitDrivers, withRoutes } from './candidates.ts'
import { lookingFor } from './eligibility.ts'
import { rank } from './rank.ts'
import type { PassedOver, Round, RunnableNotification, Scene, Walk } from './walk.ts'

/** A rotation stops after this many single offers (GAP-19 §19.3). */
export const MOST_IN_ROTATION = 20
/** Priority drivers hear of the order this much earlier, or half the step when that is shorter (GAP-19 §19.2). */
const PRIORITY_HEAD_START_MS = 2_000

/** One look at the drivers: whom to ask now, in rank order, and why not each of the others. */
export interface RoundPlan {
  askNow: readonly Candidate[]
  passedOver: PassedOver
  /** Fit drivers wait for the head start to end. */
  headStartRuns: boolean
}

/**
 * Every driver of the scene ends in exactly one place: already offered in this round, asked now, or passed over with
 * one reason. The order of `scene.drivers` does not matter.
 */
export function planRound(walk: Walk, round: Round, scene: Scene, now: Date): RoundPlan {
  const passed = new Map<PassReason, DriverId[]>()
  const passOver = (driverId: DriverId, because: PassReason) => {
    const sharing = passed.get(because)
    if (sharing) sharing.push(driverId)
    else passed.set(because, [driverId])
  }

  const fit = fitDrivers(round, scene, lookingFor(walk, round, scene.ask, now), passOver)
  const ranked = rank(withRoutes(fit, round, scene, passOver), {
    orderId: walk.orderId,
    walkNo: walk.walkNo,
    roundNo: round.no,
    orderBy: round.step.searchOrderBy,
    ownCompanyId: scene.ask.ownCompanyId,
  })
  const room = roomFor(round)
  for (const { driver } of ranked.slice(room)) passOver(driver.driverId, 'lower_rank')

  const turn = TURN_BY_METHOD[round.step.notificationMethod](ranked.slice(0, room), round, now)
  for (const { driver } of turn.waiting) passOver(driver.driverId, turn.because)
  return {
    askNow: turn.askNow,
    passedOver: inFixedOrder(passed),
    headStartRuns: turn.because === 'behind_priority' && turn.waiting.length > 0,
  }
}

/** How many more the round may ask: those asked already count, whatever became of them. */
function roomFor({ step, offers }: Round): number {
  const byLimit = step.searchType !== 'custom' && limitIsDriverCount(step.searchType) ? step.searchLimit : Infinity
  const byMethod = step.notificationMethod === 'by_rotation' ? MOST_IN_ROTATION : Infinity
  return Math.max(0, Math.min(byLimit, byMethod) - offers.length)
}

/** Who of the ranked drivers is asked at this instant, and why the others wait. */
interface Turn {
  askNow: readonly Candidate[]
  waiting: readonly Candidate[]
  because: PassReason
}

const TURN_BY_METHOD: Record<RunnableNotification, (ranked: Candidate[], round: Round, now: Date) => Turn> = {
  all: (ranked, round, now) => {
    const because = 'behind_priority'
    const someoneIsAhead = ranked.some(hasPriority) || round.offers.some((offer) => offer.isPriority)
    if (!someoneIsAhead || now >= headStartEnds(round)) return { askNow: ranked, waiting: [], because }
    return { askNow: ranked.filter(hasPriority), waiting: ranked.filter((c) => !hasPriority(c)), because }
  },
  by_rotation: (ranked, round) => {
    const isRinging = round.offers.some((offer) => offer.fate === 'open')
    const next = isRinging ? 0 : 1
    return { askNow: ranked.slice(0, next), waiting: ranked.slice(next), because: 'waiting_turn' }
  },
}

function hasPriority({ driver }: Candidate): boolean {
  return driver.highPriority
}

/** The instant from which drivers without priority are asked too. */
export function headStartEnds({ startedAt, step }: Round): Date {
  const headStart = Math.min(PRIORITY_HEAD_START_MS, (step.searchSeconds * 1000) / 2)
  return new Date(startedAt.getTime() + headStart)
}

/** The same drivers give the same object text, whatever order they came in. */
function inFixedOrder(passed: ReadonlyMap<PassReason, DriverId[]>): PassedOver {
  const ordered: PassedOver = {}
  for (const because of PASS_REASONS) {
    const driverIds = passed.get(because)
    if (driverIds) ordered[because] = driverIds.sort((a, b) => a - b)
  }
  return ordered
}
