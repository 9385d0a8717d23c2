import type { DriverId } from '../ids.ts'
import { PASS_REASONS } from '../search-rules.ts'
import { type Candidate, needsRoutes } from './candidates.ts'
import { closeRound, decided, endWalk, withOffers } from './close-round.ts'
import { hasWalkedAway, mustLoseOffer } from './eligibility.ts'
import { closeOffer, unansweredFate } from './offer-fates.ts'
import { headStartEnds, MOST_IN_ROTATION, planRound, type RoundPlan } from './plan-round.ts'
import type { Offer, PassedOver, Round, Scene, Walk, WalkDecision, WalkEffect } from './walk.ts'

/** While a step runs, the candidates are computed again this often (GAP-19 §19.6). */
const TICK_MS = 2_000
/** With `skipEmptySteps` a step nobody fits ends after this. */
const EMPTY_STEP_MS = 1_000

/**
 * Does everything that is due at `now`: ends offers and rounds whose time is up, looks at the drivers again, asks them,
 * goes on to the next step, gives up after the last. At most one step ends and one begins per call, so a walk found
 * late (after a restart) loses the rest of one step and no more. Called twice at the same instant it does nothing the
 * second time. GAP-19 §19.6.
 */
export function advanceWalk(walk: Walk, scene: Scene, now: Date): WalkDecision {
  const effects: WalkEffect[] = []
  let next = walk
  if (next.status === 'running' && next.round !== null) next = runRound(next, next.round, scene, now, effects)
  if (isBetweenRounds(next)) next = beginNextStep(next, scene, now, effects)
  return decided(next, effects)
}

/**
 * The drivers whose road distance `advanceWalk` would want at `now`, nearest first: ask the router, then pass its
 * answers as `scene.routeMetres`. Empty for walks that never look at roads.
 */
export function driversToRoute(walk: Walk, scene: Scene, now: Date): DriverId[] {
  if (!walk.steps.some(needsRoutes)) return []
  const wanted = new Set<DriverId>()
  // A rehearsal with everybody near and one with everybody far: the far one also reaches a step that begins at once.
  for (const metres of [0, Number.POSITIVE_INFINITY]) {
    const routeMetres = (driverId: DriverId) => {
      wanted.add(driverId)
      return metres
    }
    advanceWalk(walk, { ...scene, routeMetres }, now)
  }
  return [...wanted]
}

function isBetweenRounds(walk: Walk): boolean {
  return walk.status === 'running' && (walk.round === null || walk.round.outcome !== null)
}

function runRound(walk: Walk, before: Round, scene: Scene, now: Date, effects: WalkEffect[]): Walk {
  let round = sweepOffers(before, scene, now, effects)
  if (now >= round.endsAt) return closeRound(walk, round, 'expired', now, effects)

  if (now >= round.lookAgainAt || isTurnFree(round, now)) round = lookAndAsk(walk, round, scene, now, effects)
  if (mayBeUsedUp(walk, round, now)) return closeRound(walk, round, 'expired', now, effects)
  return round === walk.round ? walk : { ...walk, round }
}

/**
 * Ends the offers whose time is up, and those whose driver can no longer take the order. Who only lost the network or
 * pauses keeps an offer made to all; who went off duty keeps none.
 */
function sweepOffers(round: Round, scene: Scene, now: Date, effects: WalkEffect[]): Round {
  const open = new Set(round.offers.filter((offer) => offer.fate === 'open').map((offer) => offer.driverId))
  if (open.size === 0) return round
  const drivers = new Map(scene.drivers.filter((d) => open.has(d.driverId)).map((d) => [d.driverId, d]))
  const isRotation = round.step.notificationMethod === 'by_rotation'

  const swept = round.offers.map((offer): Offer => {
    if (offer.fate !== 'open') return offer
    const driver = drivers.get(offer.driverId)
    if (now >= offer.expiresAt) return closeOffer(offer, unansweredFate(offer), now)
    if (mustLoseOffer(driver, round.step, now)) return closeOffer(offer, 'withdrawn', now)
    const isGone = driver?.onShift === false || (isRotation && hasWalkedAway(driver, round.step))
    return isGone ? closeOffer(offer, unansweredFate(offer), now) : offer
  })
  return withOffers(round, swept, effects)
}

/** In a rotation nobody is being asked: the next one's turn. */
function isTurnFree(round: Round, now: Date): boolean {
  if (round.step.notificationMethod !== 'by_rotation' || round.offers.length === 0) return false
  return !round.offers.some((offer) => offer.fate === 'open' && now < offer.expiresAt)
}

/** Asked of a round that has just looked: is there nothing left to wait for before its end? */
function mayBeUsedUp(walk: Walk, round: Round, now: Date): boolean {
  if (round.offers.length > 0) return isTurnFree(round, now)
  return walk.skipEmptySteps && now >= after(round.startedAt, EMPTY_STEP_MS)
}

function beginNextStep(walk: Walk, scene: Scene, now: Date, effects: WalkEffect[]): Walk {
  const begun = nextRound(walk, now)
  if (begun === null) return endWalk(walk, 'exhausted', null, now, effects)
  const made: WalkEffect[] = []
  const round = lookAndAsk(walk, begun, scene, now, made)
  effects.push({ type: 'round.opened', round }, ...made)
  return { ...walk, round }
}

/** The next step's round before anybody is asked; null when the steps are used up. */
function nextRound(walk: Walk, now: Date): Round | null {
  const done = walk.round?.no ?? 0
  const step = walk.steps[done]
  if (step === undefined) return null
  return {
    no: done + 1,
    step,
    startedAt: now,
    endsAt: emptyRoundEnds({ startedAt: now, step }),
    lookAgainAt: now,
    offers: [],
    passedOver: {},
    notPlaced: [],
    outcome: null,
    closedAt: null,
  }
}

/** Computes the candidates and offers the order to those whose turn it is. */
function lookAndAsk(walk: Walk, round: Round, scene: Scene, now: Date, effects: WalkEffect[]): Round {
  const before = { ...round, notPlaced: round.notPlaced.filter((refusal) => now < refusal.until) }
  const plan = planRound(walk, before, scene, now)
  const endsAt = plan.askNow.length > 0 ? endOnceAsking(before, now) : before.endsAt
  const made = plan.askNow.map((candidate, i) => offerTo(candidate, before, endsAt, before.offers.length + i + 1, now))
  for (const offer of made) effects.push({ type: 'offer.made', roundNo: before.no, offer })
  const looked: Round = {
    ...before,
    endsAt,
    offers: made.length > 0 ? [...before.offers, ...made] : before.offers,
    passedOver: isSame(before.passedOver, plan.passedOver) ? before.passedOver : plan.passedOver,
  }
  return { ...looked, lookAgainAt: nextLook(walk, looked, plan, now) }
}

/** A rotation's step seconds are each offer's: its first offer sets the end that no later one moves. */
function endOnceAsking(round: Round, now: Date): Date {
  const isFirstOfRotation = round.step.notificationMethod === 'by_rotation' && round.offers.length === 0
  return isFirstOfRotation ? after(now, round.step.searchSeconds * 1000 * MOST_IN_ROTATION) : round.endsAt
}

function offerTo(
  { driver, metres, routeMetres }: Candidate,
  round: Round,
  endsAt: Date,
  rank: number,
  now: Date,
): Offer {
  const ownEnd = after(now, round.step.searchSeconds * 1000)
  return {
    driverId: driver.driverId,
    rank,
    metres,
    routeMetres,
    isPriority: driver.highPriority,
    notifiedAt: now,
    deliveredAt: null,
    viewedAt: null,
    expiresAt: ownEnd < endsAt ? ownEnd : endsAt,
    fate: 'open',
    closedAt: null,
  }
}

/** Ticks keep to the round's start, so that a late call does not shift the following ones. */
function nextLook(walk: Walk, round: Round, plan: RoundPlan, now: Date): Date {
  const looks = [nextTick(round, now)]
  if (plan.headStartRuns) looks.push(headStartEnds(round))
  if (walk.skipEmptySteps && round.offers.length === 0) looks.push(after(round.startedAt, EMPTY_STEP_MS))
  return looks.filter((look) => look > now).reduce((first, look) => (look < first ? look : first))
}

/** An empty step is waited out in full: somebody may come free. */
export function emptyRoundEnds({ startedAt, step }: Pick<Round, 'startedAt' | 'step'>): Date {
  return after(startedAt, step.searchSeconds * 1000)
}

/** The first tick after `now`. */
export function nextTick(round: Round, now: Date): Date {
  const elapsed = now.getTime() - round.startedAt.getTime()
  return after(round.startedAt, Math.max(0, Math.floor(elapsed / TICK_MS) + 1) * TICK_MS)
}

function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}

/** Same reasons for the same drivers; ids are ascending in both. */
function isSame(a: PassedOver, b: PassedOver): boolean {
  return PASS_REASONS.every((because) => {
    const before = a[because] ?? []
    const now = b[because] ?? []
    return before.length === now.length && before.every((driverId, i) => driverId === now[i])
  })
}
