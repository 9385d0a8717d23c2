import { distance } from '../../../text/format.ts'

/** A distance as text, marked when it is estimated; empty without one. */
export function measured(metres: number | null, isGuess: boolean): string {
  return metres === null ? '' : `${isGuess ? '≈ ' : ''}${distance(metres)}`
}

/** The distance of an offer as the step measures it: by road where the step uses roads. */
export function offerDistance(offer: {
  distance_m: number | null
  route_m: number | null
  route_is_guess: boolean
}): string {
  return offer.route_m === null ? measured(offer.distance_m, false) : measured(offer.route_m, offer.route_is_guess)
}
