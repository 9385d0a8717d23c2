import { DomainError } from '../errors.ts'
import type { DriverId } from '../ids.ts'
import { emptyRoundEnds, nextTick } from './advance-walk.ts'
import { closeRound, decided, endWalk, withOffers } from './close-round.ts'
import { closeOffer, overtakeOffer } from './offer-fates.ts'
import type { NotPlaced, Offer, Round, Walk, WalkDecision, WalkEffect } from './walk.ts'

/** What a driver says yes or no with. */
export type OfferAnswer = 'accept' | 'refuse'
/** What the driver's phone reports by itself. */
export type OfferReceipt = 'delivered' | 'viewed'

/**
 * A driver answers. The first yes wins and ends the walk; a late yes is refused even when nobody has swept the offer.
 * Repeating an answer that already counted changes nothing. After a no in a rotation the walk is due at once.
 * Errors: offer.unknown (never asked), offer.taken (another has it), offer.canceled (the walk was called off),
 * offer.expired (its time is up, or this driver had refused).
 */
export function answerOffer(walk: Walk, driverId: DriverId, answer: OfferAnswer, now: Date): WalkDecision {
  const offer = offerOf(walk, driverId)
  if (offer?.fate === (answer === 'accept' ? 'accepted' : 'refused')) return decided(walk, [])
  const round = openRoundFor(walk, driverId, offer)
  if (offer === undefined || offer.fate !== 'open' || now >= offer.expiresAt) throw new DomainError('offer.expired')
  return answer === 'accept' ? accept(walk, round, driverId, now) : refuse(walk, round, driverId, now)
}

/**
 * The phone has got the offer, or shows it. Only an offer that still rings takes note; a receipt that comes late is
 * not an error. Error: offer.unknown when this driver was never asked.
 */
export function receiptOfOffer(walk: Walk, driverId: DriverId, receipt: OfferReceipt, now: Date): WalkDecision {
  const offer = offerOf(walk, driverId)
  if (offer === undefined && !walk.askedBefore.includes(driverId)) throw new DomainError('offer.unknown')
  const { round } = walk
  if (round === null || offer?.fate !== 'open' || now >= offer.expiresAt) return decided(walk, [])

  const noted = receipt === 'viewed' ? seen(offer, now) : { ...offer, deliveredAt: offer.deliveredAt ?? now }
  if (noted.deliveredAt === offer.deliveredAt && noted.viewedAt === offer.viewedAt) return decided(walk, [])
  const offers = round.offers.map((o) => (o === offer ? noted : o))
  return decided({ ...walk, round: { ...round, offers } }, [{ type: 'offer.noted', roundNo: round.no, offer: noted }])
}

/**
 * The database refused an exclusive offer that `advanceWalk` has just made: the driver holds another order's, or became
 * busy. The offer never was; the driver is passed over until the next tick and the ranks behind move up.
 * A rotation asks the next one at once.
 */
export function offerNotPlaced(walk: Walk, driverId: DriverId, because: NotPlaced['because'], now: Date): WalkDecision {
  const { round } = walk
  const offer = offerOf(walk, driverId)
  if (round === null || offer?.fate !== 'open') throw new DomainError('offer.unknown')

  const offers = round.offers
    .filter((o) => o !== offer)
    .map((o) => (o.rank > offer.rank ? { ...o, rank: o.rank - 1 } : o))
  const sharing = [...(round.passedOver[because] ?? []), driverId].sort((a, b) => a - b)
  const without: Round = {
    ...round,
    offers,
    // Nobody has been asked after all: the step ends as an empty one does.
    endsAt: offers.length === 0 ? emptyRoundEnds(round) : round.endsAt,
    notPlaced: [...round.notPlaced, { driverId, because, until: nextTick(round, now) }],
    passedOver: { ...round.passedOver, [because]: sharing },
  }
  return decided({ ...walk, round: passTurn(without, now) }, [])
}

/** The winner gave the order back: the fate of the yes is rewritten, the walk stays accepted. */
export function driverReturned(walk: Walk, driverId: DriverId): WalkDecision {
  const { round } = walk
  const offer = offerOf(walk, driverId)
  if (round === null || offer?.fate !== 'accepted') throw new DomainError('offer.unknown')
  const returned: Offer = { ...offer, fate: 'accepted_then_returned' }
  const offers = round.offers.map((o) => (o === offer ? returned : o))
  return decided({ ...walk, round: { ...round, offers } }, [
    { type: 'offer.closed', roundNo: round.no, offer: returned },
  ])
}

/** The order was canceled, edited or given by hand: open offers are withdrawn. An ended walk stays as it is. */
export function abortWalk(walk: Walk, now: Date): WalkDecision {
  if (walk.status !== 'running') return decided(walk, [])
  const effects: WalkEffect[] = []
  const left = walk.round === null ? walk : withdrawRound(walk, walk.round, now, effects)
  return decided(endWalk(left, 'aborted', null, now, effects), effects)
}

function withdrawRound(walk: Walk, round: Round, now: Date, effects: WalkEffect[]): Walk {
  const offers = round.offers.map((offer) => overtakeOffer(offer, 'withdrawn', now))
  return closeRound(walk, withOffers(round, offers, effects), 'withdrawn', now, effects)
}

function accept(walk: Walk, round: Round, driverId: DriverId, now: Date): WalkDecision {
  const effects: WalkEffect[] = []
  const offers = round.offers.map((offer) =>
    offer.driverId === driverId
      ? closeOffer(seen(offer, now), 'accepted', now)
      : overtakeOffer(offer, 'lost_race', now),
  )
  const closed = closeRound(walk, withOffers(round, offers, effects), 'accepted', now, effects)
  return decided(endWalk(closed, 'accepted', driverId, now, effects), effects)
}

function refuse(walk: Walk, round: Round, driverId: DriverId, now: Date): WalkDecision {
  const effects: WalkEffect[] = []
  const offers = round.offers.map((offer) =>
    offer.driverId === driverId ? closeOffer(seen(offer, now), 'refused', now) : offer,
  )
  return decided({ ...walk, round: passTurn(withOffers(round, offers, effects), now) }, effects)
}

/** In a rotation the next driver is asked as soon as the turn is free. */
function passTurn(round: Round, now: Date): Round {
  return round.step.notificationMethod === 'by_rotation' ? { ...round, lookAgainAt: now } : round
}

/** An answer proves that the offer arrived and was seen, even when its receipts got lost. */
function seen(offer: Offer, now: Date): Offer {
  return { ...offer, deliveredAt: offer.deliveredAt ?? now, viewedAt: offer.viewedAt ?? now }
}

function offerOf(walk: Walk, driverId: DriverId): Offer | undefined {
  return walk.round?.offers.find((offer) => offer.driverId === driverId)
}

/** The round that can still be answered, or the reason why not. */
function openRoundFor(walk: Walk, driverId: DriverId, offer: Offer | undefined): Round {
  if (offer === undefined && !walk.askedBefore.includes(driverId)) throw new DomainError('offer.unknown')
  if (walk.status === 'accepted') throw new DomainError('offer.taken')
  if (walk.status === 'aborted') throw new DomainError('offer.canceled')
  if (walk.status === 'exhausted' || walk.round === null) throw new DomainError('offer.expired')
  return walk.round
}
