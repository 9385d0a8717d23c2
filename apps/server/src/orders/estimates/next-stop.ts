import type { Point } from '@dispecerat/domain/kernel/geo'
import type { TripState } from '@dispecerat/domain/orders/order'

/** Next stop of an order's driver: the pickup, or the last address once the client is in the car. */
export function nextStop<Place extends Point>(
  tripState: TripState | null,
  places: readonly Place[],
): { position: number; place: Place } | null {
  const position = tripState === 'started' ? places.length - 1 : 0
  const place = places[position]
  return place ? { position, place } : null
}
