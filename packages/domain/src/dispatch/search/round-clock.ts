import { limitIsDriverCount } from '../search-rules.ts'
import { isWaiting, PINNED_UNTIL, type Round, type WalkStep } from './walk.ts'

/** Interval at which a running step recomputes its candidates. */
const TICK_MS = 2_000
/**
 * Interval at which an order that waits its turn recomputes its candidates. An event that frees a driver makes it due at once, so this only
 * finds drivers who drove into reach.
 */
const WAITING_TICK_MS = 4_000
/** Interval at which a pinned list adds newly fitting drivers. */
const PINNED_TICK_MS = 5_000
/** With `skipEmptySteps` a step without candidates ends after this. */
const EMPTY_STEP_MS = 1_000
/** Priority drivers get their offers this much earlier, or half the step when that is shorter. */
const PRIORITY_HEAD_START_MS = 2_000
/** A rotation stops after this many single offers. */
export const MAX_IN_ROTATION = 20

/** Number of offers that a round of this step may make. */
export function maxOffers({ searchType, searchLimit, notificationMethod }: WalkStep): number {
  const isCount = searchType !== 'custom' && searchType !== 'waiting' && limitIsDriverCount(searchType)
  const byMethod = notificationMethod === 'by_rotation' ? MAX_IN_ROTATION : Number.POSITIVE_INFINITY
  return isCount ? Math.min(searchLimit, byMethod) : byMethod
}

type Begun = Pick<Round, 'startedAt' | 'step'>

export function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

/** An empty step is waited out in full, because a driver may become free. */
export function emptyRoundEnds({ startedAt, step }: Begun): Date {
  return after(startedAt, step.searchSeconds * 1000)
}

/** Creates a step's round before any offers; `no` counts from 1 within the walk. */
export function openRound(step: WalkStep, no: number, now: Date): Round {
  return {
    no,
    step,
    startedAt: now,
    endsAt: emptyRoundEnds({ startedAt: now, step }),
    nextEvaluationAt: now,
    offers: [],
    passedOver: {},
    beyond: [],
    notPlaced: [],
    outcome: null,
    closedAt: null,
  }
}

/** Instant from which a step without candidates may be skipped. */
export function skipFrom({ startedAt }: Begun): Date {
  return after(startedAt, EMPTY_STEP_MS)
}

/** Under a rotation the step's seconds are those of each offer: its first offer sets the round's end, and later ones do not move it. */
export function endOnceOffering(round: Round, now: Date): Date {
  const isFirstOfRotation = round.step.notificationMethod === 'by_rotation' && round.offers.length === 0
  return isFirstOfRotation ? after(now, round.step.searchSeconds * 1000 * MAX_IN_ROTATION) : round.endsAt
}

/** Expiry of an offer made at `now`: never after its round's end, unless it is pinned. */
export function offerEnds(step: WalkStep, roundEndsAt: Date, now: Date): Date {
  if (step.notificationMethod === 'pending_pinned') return PINNED_UNTIL
  return earlier(after(now, step.searchSeconds * 1000), roundEndsAt)
}

/** Instant from which drivers without priority get offers too. */
export function headStartEnds({ startedAt, step }: Begun): Date {
  return after(startedAt, Math.min(PRIORITY_HEAD_START_MS, (step.searchSeconds * 1000) / 2))
}

/** Number of drivers released by `now`: one group at the start, one more each `stagger.seconds`. */
export function releasedBy({ startedAt, step }: Begun, now: Date): number {
  if (!step.stagger) return Number.POSITIVE_INFINITY
  const groups = 1 + Math.floor((now.getTime() - startedAt.getTime()) / (step.stagger.seconds * 1000))
  return step.stagger.drivers * Math.max(1, groups)
}

/** Instant at which the next group is released. */
export function nextGroupAt({ startedAt, step }: Begun, now: Date): Date {
  return nextBeat(startedAt, (step.stagger?.seconds ?? step.searchSeconds) * 1000, now)
}

/** The first tick after `now`. Ticks are aligned to the round's start, so that a late tick does not shift the later ones. */
export function nextTick({ startedAt, step }: Begun, now: Date): Date {
  return nextBeat(startedAt, isWaiting({ step }) ? WAITING_TICK_MS : TICK_MS, now)
}

/** The same for a pinned list. */
export function nextPinnedTick({ startedAt }: Begun, now: Date): Date {
  return nextBeat(startedAt, PINNED_TICK_MS, now)
}

function nextBeat(start: Date, everyMs: number, now: Date): Date {
  const elapsed = now.getTime() - start.getTime()
  return after(start, Math.max(0, Math.floor(elapsed / everyMs) + 1) * everyMs)
}
