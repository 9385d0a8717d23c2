import type { DriverFacts, Scene, WalkStep } from '../walk.ts'
import { type Found, findInStep, maxInStep, rankOf } from './reference-evaluation.ts'
import type { PlainRound } from './reference-offers.ts'
import type { ReferenceWalk } from './reference-walk.ts'

const isRinging = ({ notificationMethod }: WalkStep) =>
  notificationMethod === 'all' || notificationMethod === 'by_rotation'

export function isWaitingRound({ step }: PlainRound): boolean {
  return step.searchType === 'waiting'
}

/** The step of the wait after the method, or null for a walk that ends at once. */
export function waitingStep(walk: ReferenceWalk): WalkStep | null {
  const ringing = walk.steps.filter(isRinging)
  const last = ringing.at(-1)
  const hasWaited = walk.rounds.some(isWaitingRound)
  if (!last || walk.waitSeconds === 0 || hasWaited) return null
  return {
    ...last,
    searchType: 'waiting',
    searchSeconds: Math.max(6, Math.min(20, last.searchSeconds)),
    searchLimit: 50,
    notificationMethod: 'all',
    excludePrevious: true,
    showForBusyDrivers: ringing.some((step) => step.showForBusyDrivers),
    banConditions: { ...last.banConditions, active: false },
    stagger: null,
  }
}

/** True while somebody may still come: a phone rings, or a driver who fits has to be waited for. */
export function hasHope({ offers, reasons }: PlainRound): boolean {
  const later = ['holds_another_offer', 'left_to_older_order', 'waiting_turn']
  return offers.some(({ fate }) => fate === 'open') || later.some((because) => (reasons[because]?.length ?? 0) > 0)
}

/** Drivers for whom the order waits, step after step of the method. */
export function evaluateWaiting(walk: ReferenceWalk, round: PlainRound, scene: Scene, now: number) {
  const verdicts = new Map<DriverFacts, string | null>()
  const last = new Map<DriverFacts, string>()
  const chosen: Found[] = []
  walk.steps.forEach((step, index) => {
    if (!isRinging(step)) return
    const asStep = { ...round, step: { ...step, excludePrevious: true } }
    const drivers = scene.drivers.filter((driver) => !verdicts.has(driver))
    const { found } = findInStep(walk, asStep, { ...scene, drivers }, now, (driver, because) =>
      last.set(driver, because),
    )
    const ranked = rankOf(found, asStep, scene)
    const used = (walk.rounds[index]?.offers.length ?? 0) + round.offers.length
    ranked.forEach((one, place) => {
      const { driver } = one
      if (place >= maxInStep(step) - used) last.set(driver, 'lower_rank')
      else if (driver.isPaused) last.set(driver, 'paused')
      else if (driver.holdsOfferOf !== null && driver.holdsOfferOf !== scene.request.orderId)
        verdicts.set(driver, 'holds_another_offer')
      else if (scene.isLeftToOlder?.(driver)) verdicts.set(driver, 'left_to_older_order')
      else {
        verdicts.set(driver, null)
        chosen.push(one)
      }
    })
  })
  const capacity = Math.max(0, 2 - round.offers.filter(({ fate }) => fate === 'open').length)
  for (const { driver } of chosen.splice(capacity)) verdicts.set(driver, 'waiting_turn')
  const reasons: Record<string, number[]> = {}
  for (const driver of [...scene.drivers].sort((a, b) => a.driverId - b.driverId)) {
    const because = verdicts.has(driver) ? verdicts.get(driver) : last.get(driver)
    if (because) reasons[because] = [...(reasons[because] ?? []), driver.driverId]
  }
  return { chosen, reasons, beyond: [] as PlainRound['beyond'], alarms: [] as number[] }
}
