import type { DriverId } from '../../kernel/ids.ts'
import type { Candidate } from './candidates.ts'
import { planRound } from './plan-round.ts'
import { MAX_IN_ROTATION } from './round-clock.ts'
import { type BeyondLimit, type PassedOver, type Round, type Scene, startWalk, type WalkStep } from './walk.ts'

/** Preview of a step: drivers it would offer to, best first, and the reason for each of the others. */
export interface StepPreview {
  /** 1-based. */
  no: number
  step: WalkStep
  offered: readonly Candidate[]
  passedOver: PassedOver
  /** The nearest drivers beyond the limit, nearest first. */
  beyond: readonly BeyondLimit[]
}

/** Longer than any head start, so that drivers released later in the step count as offered. */
const BEGUN_LONG_AGO_MS = 3_600_000

/**
 * Evaluates each step of a method over the drivers as they are now, as if the steps before stayed unanswered: "whom would this order ring
 * at?". Turns, groups and head starts only delay offers, so all drivers that a step would reach are included.
 */
export function previewSteps(steps: readonly WalkStep[], scene: Scene, now: Date): StepPreview[] {
  const { orderId } = scene.request
  const offeredBefore = new Set<DriverId>()
  return steps.map((step, index) => {
    const walk = {
      ...startWalk({ orderId, walkNo: 1, steps, skipEmptySteps: false }, now),
      offeredBefore: [...offeredBefore],
    }
    const plan = planRound(walk, roundOf(step, index + 1, now), scene, now)
    const { offered, passedOver } = withinRotation(step, plan)
    for (const { driver } of offered) offeredBefore.add(driver.driverId)
    return { no: index + 1, step, offered, passedOver, beyond: plan.beyond() }
  })
}

function roundOf(step: WalkStep, no: number, now: Date): Round {
  const startedAt = new Date(now.getTime() - BEGUN_LONG_AGO_MS)
  const notificationMethod = step.notificationMethod === 'by_rotation' ? 'all' : step.notificationMethod
  return {
    no,
    startedAt,
    step: { ...step, notificationMethod, stagger: null },
    endsAt: now,
    nextEvaluationAt: now,
    offers: [],
    passedOver: {},
    beyond: [],
    notPlaced: [],
    outcome: null,
    closedAt: null,
  }
}

/** A rotation never reaches the drivers behind its last turn. */
function withinRotation(
  { notificationMethod }: WalkStep,
  { offerNow, passedOver }: { offerNow: readonly Candidate[]; passedOver: PassedOver },
): { offered: readonly Candidate[]; passedOver: PassedOver } {
  if (notificationMethod !== 'by_rotation' || offerNow.length <= MAX_IN_ROTATION)
    return { offered: offerNow, passedOver }
  const beyond = offerNow.slice(MAX_IN_ROTATION).map(({ driver }) => driver.driverId)
  const lowerRank = [...(passedOver.lower_rank ?? []), ...beyond].sort((a, b) => a - b)
  return { offered: offerNow.slice(0, MAX_IN_ROTATION), passedOver: { ...passedOver, lower_rank: lowerRank } }
}
