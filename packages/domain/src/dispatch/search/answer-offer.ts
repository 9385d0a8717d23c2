import { DomainError } from '../../kernel/errors.ts'
import type { DriverId } from '../../kernel/ids.ts'
import { closeRound, decided, endWalk, openRounds, putRound, withOffers } from './close-round.ts'
import { closeOffer, overtakeOffer, seen } from './offer-fates.ts'
import { answerableOffer, offersOf, type RoundOffer } from './offers-of-driver.ts'
import { earlier, emptyRoundEnds, nextPinnedTick, nextTick, skipFrom } from './round-clock.ts'
import {
  isExclusive,
  isWaiting,
  type NotPlaced,
  type Offer,
  type Round,
  type Walk,
  type WalkDecision,
  type WalkEffect,
} from './walk.ts'

/** A driver's answer to an offer. */
export type OfferAnswer = 'accept' | 'refuse'
/** Receipts that the driver's phone reports automatically. */
export type OfferReceipt = 'delivered' | 'viewed'

/**
 * Applies a driver's answer to an offer that rings or to a list entry. The first acceptance wins and ends the walk; a late one is refused
 * even when the expired offer was not swept yet. A refusal applies to the order: it also closes the driver's list entries. Repeating an
 * answer that already counted changes nothing. After a refusal in a rotation the walk is due at once. Errors: offer.unknown (no offer),
 * offer.taken (another driver won), offer.canceled (the walk was aborted), offer.expired (its time is up, or this driver had refused).
 */
export function answerOffer(walk: Walk, driverId: DriverId, answer: OfferAnswer, now: Date): WalkDecision {
  const theirs = offersOf(walk, driverId)
  const open = answerableOffer(walk, driverId, now)
  if (open === undefined) {
    const counted = answer === 'accept' ? 'accepted' : 'refused'
    if (theirs.some(({ offer }) => offer.fate === counted)) return decided(walk, [])
    throw whyNoAnswer(walk, driverId, theirs)
  }
  return answer === 'accept' ? accept(walk, open, now) : refuse(walk, driverId, now)
}

/**
 * Records that the phone received or shows the offer. Only an open offer takes receipts, a ringing one before a list entry unless `roundNo`
 * names the round; a late receipt is not an error. Error: offer.unknown when this driver has no offer.
 */
export function receiptOfOffer(
  walk: Walk,
  driverId: DriverId,
  receipt: OfferReceipt,
  now: Date,
  roundNo?: number,
): WalkDecision {
  const open = answerableOffer(walk, driverId, now, roundNo)
  if (open === undefined) {
    if (offersOf(walk, driverId).length === 0 && !walk.offeredBefore.includes(driverId))
      throw new DomainError('offer.unknown')
    return decided(walk, [])
  }
  const { round, offer } = open
  const noted = receipt === 'viewed' ? seen(offer, now) : { ...offer, deliveredAt: offer.deliveredAt ?? now }
  if (noted.deliveredAt === offer.deliveredAt && noted.viewedAt === offer.viewedAt) return decided(walk, [])
  const effects: WalkEffect[] = []
  const offers = round.offers.map((o) => (o === offer ? noted : o))
  return decided(putRound(walk, withOffers(round, offers, effects)), effects)
}

/**
 * The phone had no connection from `from` to `until`, null while it has none: the earliest such instant is recorded on its ringing offer,
 * which stays open. An offer of the time after `until` is none of the loss. Without an offer nothing changes.
 */
export function phoneLost(walk: Walk, driverId: DriverId, from: Date, until: Date | null): WalkDecision {
  const { round } = walk
  if (round === null || round.outcome !== null || !isExclusive(round.step)) return decided(walk, [])
  const effects: WalkEffect[] = []
  const offers = round.offers.map((offer) => {
    const isTheirs = offer.driverId === driverId && offer.fate === 'open'
    const isEarlier = from < (offer.offlineAt ?? offer.expiresAt) && (until === null || offer.notifiedAt < until)
    return isTheirs && isEarlier ? { ...offer, offlineAt: from < offer.notifiedAt ? offer.notifiedAt : from } : offer
  })
  return decided(putRound(walk, withOffers(round, offers, effects)), effects)
}

/**
 * The database refused an offer that `advanceWalk` has just made: the driver holds another order's offer, or became busy. The offer is
 * removed, the driver is passed over until the next tick, and the ranks behind move up. A rotation offers to the next driver at once.
 * `roundNo` names the round when a pinned list may have made an offer too.
 */
export function offerNotPlaced(
  walk: Walk,
  driverId: DriverId,
  because: NotPlaced['because'],
  now: Date,
  roundNo?: number,
): WalkDecision {
  const made = answerableOffer(walk, driverId, now, roundNo)
  if (made === undefined) throw new DomainError('offer.unknown')
  const { round, offer } = made
  const isCurrent = walk.round?.no === round.no
  const offers = round.offers
    .filter((o) => o !== offer)
    .map((o) => (o.rank > offer.rank ? { ...o, rank: o.rank - 1 } : o))
  const isEmptied = offers.length === 0
  const mayBeSkipped = isEmptied && isCurrent && walk.skipEmptySteps && !isWaiting(round)
  const sharing = [...(round.passedOver[because] ?? []), driverId].sort((a, b) => a - b)
  const until = isCurrent ? nextTick(round, now) : nextPinnedTick(round, now)
  const without: Round = {
    ...round,
    offers,
    // No offer is left, so the step ends as an empty one does.
    endsAt: isEmptied && !isWaiting(round) ? emptyRoundEnds(round) : round.endsAt,
    nextEvaluationAt: mayBeSkipped ? earlier(skipFrom(round), round.nextEvaluationAt) : round.nextEvaluationAt,
    notPlaced: [...round.notPlaced, { driverId, because, until }],
    passedOver: { ...round.passedOver, [because]: sharing },
  }
  return decided(putRound(walk, passTurn(without, now)), [])
}

/** The order was canceled, edited or assigned by hand: open offers are withdrawn. An ended walk is returned unchanged. */
export function abortWalk(walk: Walk, now: Date): WalkDecision {
  if (walk.status !== 'running' && walk.status !== 'queued') return decided(walk, [])
  const effects: WalkEffect[] = []
  let left = walk
  for (const round of openRounds(walk)) {
    const offers = round.offers.map((offer) => overtakeOffer(offer, 'withdrawn', now))
    left = closeRound(left, withOffers(round, offers, effects), 'canceled', now, effects)
  }
  return decided(endWalk(left, 'aborted', null, now, effects), effects)
}

/** An acceptance closes every open round: the winner's other entries are withdrawn, all other offers have lost the race. */
function accept(walk: Walk, won: RoundOffer, now: Date): WalkDecision {
  const { driverId } = won.offer
  const effects: WalkEffect[] = []
  let closed = walk
  for (const round of openRounds(walk)) {
    const isWon = round.no === won.round.no
    const offers = round.offers.map((offer) => {
      if (offer.driverId !== driverId) return overtakeOffer(offer, 'lost_race', now)
      return isWon ? closeOffer(seen(offer, now), 'accepted', now) : overtakeOffer(offer, 'withdrawn', now)
    })
    const ending = isWon ? 'accepted' : 'taken_elsewhere'
    closed = closeRound(closed, withOffers(round, offers, effects), ending, now, effects)
  }
  return decided(endWalk(closed, 'accepted', driverId, now, effects), effects)
}

function refuse(walk: Walk, driverId: DriverId, now: Date): WalkDecision {
  const effects: WalkEffect[] = []
  let left = walk
  for (const round of openRounds(walk)) {
    const offers = round.offers.map((offer) => (offer.driverId === driverId ? refused(offer, now) : offer))
    const without = withOffers(round, offers, effects)
    if (without !== round) left = putRound(left, passTurn(without, now))
  }
  return decided(left, effects)
}

function refused(offer: Offer, now: Date): Offer {
  return offer.fate === 'open' && now < offer.expiresAt ? closeOffer(seen(offer, now), 'refused', now) : offer
}

/** In a rotation, and while the order waits its turn, the next driver gets an offer as soon as the turn is free. */
function passTurn(round: Round, now: Date): Round {
  const passes = round.step.notificationMethod === 'by_rotation' || isWaiting(round)
  return passes ? { ...round, nextEvaluationAt: now } : round
}

function whyNoAnswer(walk: Walk, driverId: DriverId, theirs: readonly RoundOffer[]): DomainError {
  if (theirs.length === 0 && !walk.offeredBefore.includes(driverId)) return new DomainError('offer.unknown')
  if (walk.status === 'accepted') return new DomainError('offer.taken')
  if (walk.status === 'aborted') return new DomainError('offer.canceled')
  return new DomainError('offer.expired')
}
