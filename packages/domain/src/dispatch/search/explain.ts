import type { DriverId } from '../../kernel/ids.ts'
import { type NotificationMethod, type OfferFate, PASS_REASONS, type PassReason } from '../search-rules.ts'
import type { BeyondLimit, Offer, Round, WalkStepType } from './walk.ts'

/** Result of one driver in one round; `offer: null` with `because: null` = the driver was not evaluated. */
export interface DriverInRound {
  roundNo: number
  searchType: WalkStepType
  notificationMethod: NotificationMethod
  startedAt: Date
  offer: Pick<
    Offer,
    'rank' | 'fate' | 'metres' | 'routeMetres' | 'isRouteGuess' | 'notifiedAt' | 'viewedAt' | 'closedAt'
  > | null
  because: PassReason | null
  /** Distance of a driver beyond the limit, if it was among the nearest. */
  beyond: Pick<BeyondLimit, 'metres' | 'isGuess'> | null
}

type OfferedDriver = NonNullable<DriverInRound['offer']>

/** The part of a round that an explanation needs; a `Round` is one. */
export interface ExplainedRound extends Pick<Round, 'no' | 'startedAt' | 'passedOver' | 'beyond'> {
  step: Pick<Round['step'], 'searchType' | 'notificationMethod'>
  offers: readonly (OfferedDriver & Pick<Offer, 'driverId'>)[]
}

/**
 * Answers "Why not 112?": per round of a walk the driver's rank and fate, or the one reason for not getting an offer. `rounds` are closed,
 * pinned and running ones, in the order of the answer.
 */
export function explainDriver(rounds: readonly ExplainedRound[], driverId: DriverId): DriverInRound[] {
  return rounds.map((round) => {
    const offer = round.offers.find((o) => o.driverId === driverId)
    return {
      roundNo: round.no,
      searchType: round.step.searchType,
      notificationMethod: round.step.notificationMethod,
      startedAt: round.startedAt,
      offer: offer ? summary(offer) : null,
      because: offer ? null : reasonFor(round, driverId),
      beyond: beyondOf(round, driverId),
    }
  })
}

/** Counts the offers of a round by fate and its passed-over drivers by reason. */
export function countRound(round: Round): {
  fates: Partial<Record<OfferFate, number>>
  reasons: Partial<Record<PassReason, number>>
} {
  const fates: Partial<Record<OfferFate, number>> = {}
  for (const { fate } of round.offers) fates[fate] = (fates[fate] ?? 0) + 1
  const reasons: Partial<Record<PassReason, number>> = {}
  for (const because of PASS_REASONS) {
    const count = round.passedOver[because]?.length ?? 0
    if (count > 0) reasons[because] = count
  }
  return { fates, reasons }
}

function summary(offer: OfferedDriver): OfferedDriver {
  const { rank, fate, metres, routeMetres, isRouteGuess, notifiedAt, viewedAt, closedAt } = offer
  return { rank, fate, metres, routeMetres, isRouteGuess, notifiedAt, viewedAt, closedAt }
}

function beyondOf({ beyond }: ExplainedRound, driverId: DriverId): DriverInRound['beyond'] {
  const found = beyond.find((one) => one.driverId === driverId)
  return found ? { metres: found.metres, isGuess: found.isGuess } : null
}

function reasonFor(round: ExplainedRound, driverId: DriverId): PassReason | null {
  return PASS_REASONS.find((because) => round.passedOver[because]?.includes(driverId)) ?? null
}
