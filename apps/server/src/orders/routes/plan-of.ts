import type { RoutePlan } from '@dispecerat/contract/orders/routes'
import type { RouteLine } from '../../adapters/routing/routing.ts'

export function planOf({ metres, seconds, estimated, line, legs }: RouteLine): RoutePlan {
  return {
    metres,
    seconds,
    is_guess: estimated,
    line: line.map(({ lat, long }) => ({ lat: rounded(lat), long: rounded(long) })),
    legs: legs.map((leg) => ({ metres: leg.metres, seconds: leg.seconds })),
  }
}

/** A tenth of a metre is precise enough for a line. */
function rounded(degrees: number): number {
  return Number(degrees.toFixed(6))
}
