import { asIds, type DriverId } from '../../kernel/ids.ts'
import { PASS_REASONS, type PassReason } from '../search-rules.ts'
import { type Candidate, fitDrivers, type PassOver } from './candidates.ts'
import { evaluationContext } from './eligibility.ts'
import { rank } from './rank.ts'
import { after, earlier, maxOffers } from './round-clock.ts'
import { withRoutes } from './routes.ts'
import { TURN_BY_METHOD } from './turns.ts'
import { planWaiting } from './waiting/plan-waiting.ts'
import { type BeyondLimit, isWaiting, type PassedOver, type Round, type Scene, type Walk } from './walk.ts'

/** Enough to see whether a longer limit would help; a city has thousands of drivers beyond it. */
export const MAX_BEYOND = 20

/** An order that leaves a driver to an older one looks again this soon, because the older order may need another driver. */
export const RESERVED_MS = 500

/** One evaluation of the drivers: offers to make now, in rank order, and the reason for each of the others. */
export interface RoundPlan {
  offerNow: readonly Candidate[]
  passedOver: PassedOver
  /** The nearest drivers beyond the limit, nearest first. */
  beyond: () => readonly BeyondLimit[]
  /** End of the head start or release of the next group; null = no driver waits for the clock. */
  nextAt: Date | null
}

/**
 * Every driver of the scene ends in exactly one place: already offered in this round, offered now, or passed over with one reason. The
 * order of `scene.drivers` does not matter.
 */
export function planRound(walk: Walk, round: Round, scene: Scene, now: Date): RoundPlan {
  const passed = new Map<PassReason, DriverId[]>()
  const because = (driverId: DriverId, reason: PassReason) => {
    const sharing = passed.get(reason)
    if (sharing) sharing.push(driverId)
    else passed.set(reason, [driverId])
  }
  const farIds: DriverId[] = []
  const signedMetres: number[] = []
  const beyondLimit: PassOver['beyondLimit'] = (driverId, metres, isGuess) => {
    farIds.push(driverId)
    signedMetres.push(isGuess ? -metres : metres)
  }
  const passOver: PassOver = { because, beyondLimit }

  if (isWaiting(round)) {
    const turn = planWaiting(walk, round, scene, now, because)
    return { offerNow: turn, passedOver: inFixedOrder(passed), beyond: () => [], nextAt: null }
  }
  const context = evaluationContext(walk, round, scene, now)
  const fit = withRoutes(fitDrivers(round, scene, context, passOver), round, scene, passOver)
  const ranked = rank(fit, {
    orderId: walk.orderId,
    walkNo: walk.walkNo,
    roundNo: round.no,
    step: round.step,
    stand: context.stand,
    ownCompanyId: scene.request.ownCompanyId,
  })
  const capacity = capacityFor(round)
  for (const { driver } of ranked.slice(capacity)) because(driver.driverId, 'lower_rank')

  const turn = TURN_BY_METHOD[round.step.notificationMethod](ranked.slice(0, capacity), round, now)
  for (const reason of PASS_REASONS)
    for (const { driver } of turn.waiting[reason] ?? []) because(driver.driverId, reason)
  if (farIds.length > 0) passed.set('beyond_limit', farIds)
  const beyond = () => nearestBeyond(farIds, signedMetres)
  const nextAt = passed.has('left_to_older_order')
    ? soonerOf(turn.nextAt, after(now, scene.reservedMs ?? RESERVED_MS))
    : turn.nextAt
  return { offerNow: turn.offerNow, passedOver: inFixedOrder(passed), beyond, nextAt }
}

function soonerOf(a: Date | null, b: Date): Date {
  return a === null ? b : earlier(a, b)
}

/** Number of further offers the round may make: earlier offers count, whatever became of them. */
function capacityFor({ step, offers }: Round): number {
  return Math.max(0, maxOffers(step) - offers.length)
}

/** A typed array sorts numbers without a comparator: a third of the time for 3,000 ids. */
function ascending(driverIds: readonly DriverId[]): DriverId[] {
  return asIds(Array.from(Float64Array.from(driverIds).sort()))
}

/** The same drivers serialise to the same JSON text, whatever order they came in. */
function inFixedOrder(passed: ReadonlyMap<PassReason, DriverId[]>): PassedOver {
  const ordered: PassedOver = {}
  for (const because of PASS_REASONS) {
    const driverIds = passed.get(because)
    if (driverIds) ordered[because] = ascending(driverIds)
  }
  return ordered
}

/**
 * The nearest of the drivers beyond the limit, nearest first; at the same distance the lower id. An estimated road is a negative number:
 * most evaluations change nothing and need no order, so that only one number a driver is collected.
 */
export function nearestBeyond(driverIds: readonly DriverId[], signedMetres: readonly number[]): BeyondLimit[] {
  const found: BeyondLimit[] = []
  for (const [i, driverId] of driverIds.entries()) {
    const signed = signedMetres[i] ?? 0
    const one = { driverId, metres: Math.abs(signed), isGuess: signed < 0 }
    let place = found.length
    while (place > 0 && isNearer(one, found[place - 1] ?? one)) place--
    if (place === MAX_BEYOND) continue
    found.splice(place, 0, one)
    if (found.length > MAX_BEYOND) found.pop()
  }
  return found
}

function isNearer(a: BeyondLimit, b: BeyondLimit): boolean {
  return a.metres < b.metres || (a.metres === b.metres && a.driverId < b.driverId)
}
