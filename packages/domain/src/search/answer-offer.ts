import { DomainError } from '../errors.ts'
import type { DriverId } from '../ids.ts'
import { closeRound, decided, endWalk, openRounds, putRound, withOffers } from './close-round.ts'
import { closeOffer, overtakeOffer, seen } from './offer-fates.ts'
import { answerableOffer, offersOf, type Standing } from './offers-of-driver.ts'
import { earlier, emptyRoundEnds, nextPinnedTick, nextTick, skipFrom } from './round-clock.ts'
import type { NotPlaced, Offer, Round, Walk, WalkDecision, WalkEffect } from './walk.ts'

/** What a driver says yes or no with. */
export type OfferAnswer = 'accept' | 'refuse'
/** What the driver's phone reports by itself. */
export type OfferReceipt = 'delivered' | 'viewed'

/**
 * A driver answers, be it what rings or an entry of a list. The first yes wins and ends the walk; a late yes is refused
 * even when nobody has swept the offer. A no goes for the order: it also takes the driver's entries out of the lists.
 * Repeating an answer that already counted changes nothing. After a no in a rotation the walk is due at once.
 * Errors: offer.unknown (never asked), offer.taken (another has it), offer.canceled (the walk was called off),
 * offer.expired (its time is up, or this driver had refused).
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
 * The phone has got the offer, or shows it. Only an open offer takes note, what rings before an entry of a list unless
 * `roundNo` says which; a receipt that comes late is not an error. Error: offer.unknown when this driver was never asked.
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
    if (offersOf(walk, driverId).length === 0 && !walk.askedBefore.includes(driverId))
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
 * The database refused an offer that `advanceWalk` has just made: the driver holds another order's, or became busy. The
 * offer never was; the driver is passed over until the next tick and the ranks behind move up. A rotation asks the next
 * one at once. `roundNo` names the round when a pinned list may have made one too.
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
  const mayBeSkipped = isEmptied && isCurrent && walk.skipEmptySteps
  const sharing = [...(round.passedOver[because] ?? []), driverId].sort((a, b) => a - b)
  const until = isCurrent ? nextTick(round, now) : nextPinnedTick(round, now)
  const without: Round = {
    ...round,
    offers,
    // Nobody has been asked after all: the step ends as an empty one does.
    endsAt: isEmptied ? emptyRoundEnds(round) : round.endsAt,
    lookAgainAt: mayBeSkipped ? earlier(skipFrom(round), round.lookAgainAt) : round.lookAgainAt,
    notPlaced: [...round.notPlaced, { driverId, because, until }],
    passedOver: { ...round.passedOver, [because]: sharing },
  }
  return decided(putRound(walk, passTurn(without, now)), [])
}

/** The winner gave the order back: the fate of the yes is rewritten, the walk stays accepted. */
export function driverReturned(walk: Walk, driverId: DriverId): WalkDecision {
  const won = offersOf(walk, driverId).find(({ offer }) => offer.fate === 'accepted')
  if (won === undefined) throw new DomainError('offer.unknown')
  const offer: Offer = { ...won.offer, fate: 'accepted_then_returned' }
  const offers = won.round.offers.map((o) => (o === won.offer ? offer : o))
  return decided(putRound(walk, { ...won.round, offers }), [{ type: 'offer.closed', roundNo: won.round.no, offer }])
}

/** The order was canceled, edited or given by hand: open offers are withdrawn. An ended walk stays as it is. */
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

/** One yes closes every open round: the winner's own other entries are taken back, the rest have lost the race. */
function accept(walk: Walk, won: Standing, now: Date): WalkDecision {
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

/** In a rotation the next driver is asked as soon as the turn is free. */
function passTurn(round: Round, now: Date): Round {
  return round.step.notificationMethod === 'by_rotation' ? { ...round, lookAgainAt: now } : round
}

function whyNoAnswer(walk: Walk, driverId: DriverId, theirs: readonly Standing[]): DomainError {
  if (theirs.length === 0 && !walk.askedBefore.includes(driverId)) return new DomainError('offer.unknown')
  if (walk.status === 'accepted') return new DomainError('offer.taken')
  if (walk.status === 'aborted') return new DomainError('offer.canceled')
  return new DomainError('offer.expired')
}
