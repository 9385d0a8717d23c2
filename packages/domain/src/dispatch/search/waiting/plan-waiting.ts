import type { DriverId } from '../../../kernel/ids.ts'
import type { PassReason } from '../../search-rules.ts'
import { type Candidate, fitDrivers } from '../candidates.ts'
import { isRungByAnother, waitingContext } from '../eligibility.ts'
import { rank } from '../rank.ts'
import { maxOffers } from '../round-clock.ts'
import { withRoutes } from '../routes.ts'
import type { Round, Scene, Walk, WalkStep } from '../walk.ts'
import { ringingSteps } from './waiting-round.ts'

/** Phones that ring at once for an order that waits: one driver is needed, and every second offer is accepted. */
export const WAITING_GROUP = 2

/** True when a driver waits for a turn that is free: an offer ended outside the search, because its driver got another order or a ban. */
export function hasFreeTurn({ offers, passedOver }: Pick<Round, 'offers' | 'passedOver'>): boolean {
  return passedOver.waiting_turn !== undefined && offers.filter(({ fate }) => fate === 'open').length < WAITING_GROUP
}

type PassOver = (driverId: DriverId, because: PassReason) => void

/**
 * One evaluation of an order whose steps are over. Its candidates are the drivers who fit any ringing step and had no chance yet in this
 * walk, those of the first step first; limits on the number of drivers still hold. A driver whose phone rings for another order, or whom an
 * older order needs, is waited for.
 */
export function planWaiting(walk: Walk, round: Round, scene: Scene, now: Date, passOver: PassOver): Candidate[] {
  const settled = new Map<DriverId, PassReason | null>()
  const reasons = new Map<DriverId, PassReason>()
  const free: Candidate[] = []
  for (const { no, step } of ringingSteps(walk)) {
    const undecided = scene.drivers.filter(({ driverId }) => !settled.has(driverId))
    const fit = fitStep(walk, { no, step, round }, { ...scene, drivers: undecided }, now, (driverId, because) =>
      reasons.set(driverId, because),
    )
    for (const candidate of fit) {
      const because = whyLater(candidate, scene)
      settled.set(candidate.driver.driverId, because)
      if (because === null) free.push(candidate)
    }
  }
  const capacity = Math.max(0, WAITING_GROUP - round.offers.filter(({ fate }) => fate === 'open').length)
  for (const { driver } of free.slice(capacity)) settled.set(driver.driverId, 'waiting_turn')
  for (const [driverId, because] of settled) if (because !== null) passOver(driverId, because)
  for (const [driverId, because] of reasons) if (!settled.has(driverId)) passOver(driverId, because)
  return free.slice(0, capacity)
}

/** Ranked drivers who fit this step, as if no other order rang; the others get their reason. */
function fitStep(
  walk: Walk,
  { no, step, round }: { no: number; step: WalkStep; round: Round },
  scene: Scene,
  now: Date,
  passOver: PassOver,
): Candidate[] {
  const asStep: Round = { ...round, step: { ...step, excludePrevious: true } }
  const context = waitingContext(walk, asStep, scene, now)
  const reasonsOnly = { because: passOver, beyondLimit: (driverId: DriverId) => passOver(driverId, 'beyond_limit') }
  const fit = withRoutes(fitDrivers(asStep, scene, context, reasonsOnly), asStep, scene, reasonsOnly)
  const ranked = rank(fit, {
    orderId: walk.orderId,
    walkNo: walk.walkNo,
    roundNo: round.no,
    step: asStep.step,
    stand: context.stand,
    ownCompanyId: scene.request.ownCompanyId,
  })
  const capacity = Math.max(0, maxOffers(step) - (walk.offersBefore[no] ?? 0) - round.offers.length)
  for (const { driver } of ranked.slice(capacity)) passOver(driver.driverId, 'lower_rank')
  return ranked.slice(0, capacity).filter(({ driver }) => {
    // A paused driver may be named for a step of 30 s, but not be waited for.
    if (driver.isPaused) passOver(driver.driverId, 'paused')
    return !driver.isPaused
  })
}

function whyLater({ driver }: Candidate, { request, isLeftToOlder }: Scene): PassReason | null {
  if (isRungByAnother(driver, request)) return 'holds_another_offer'
  return isLeftToOlder?.(driver) ? 'left_to_older_order' : null
}
