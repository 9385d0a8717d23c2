import type { DriverId } from '../../kernel/ids.ts'
import type { Offer, Round, Walk } from './walk.ts'

/** An offer in its round. */
export interface RoundOffer {
  round: Round
  offer: Offer
}

/** The driver's offers in the current round and in the pinned lists; ringing ones first. */
export function offersOf({ round, pinned }: Walk, driverId: DriverId): RoundOffer[] {
  const rounds = round === null ? pinned : [round, ...pinned]
  return rounds.flatMap((one) => {
    const offer = one.offers.find((o) => o.driverId === driverId)
    return offer === undefined ? [] : [{ round: one, offer }]
  })
}

/** The offer that an answer or a receipt applies to; `roundNo` narrows it to one round. */
export function answerableOffer(walk: Walk, driverId: DriverId, now: Date, roundNo?: number): RoundOffer | undefined {
  return offersOf(walk, driverId).find(
    ({ round, offer }) =>
      offer.fate === 'open' && now < offer.expiresAt && (roundNo === undefined || round.no === roundNo),
  )
}
