import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { DriverId, StandId, ZoneId } from '@dispecerat/domain/kernel/ids'

/** A car that drove this far may have come within the reach of an order. */
const FAR_METRES = 200

interface Place {
  point: Point
  zoneId: ZoneId | null
  standId: StandId | null
}

type Listener = (driverIds: readonly DriverId[]) => void

/**
 * Notifies the search of drivers who may take an order now: their state changed, or they are in another place. A position frame costs one
 * comparison, however many orders there are.
 */
export class Availability {
  readonly #listeners: Listener[] = []
  readonly #places = new Map<DriverId, Place>()

  on(listener: Listener): void {
    this.#listeners.push(listener)
  }

  changed(driverIds: readonly DriverId[]): void {
    if (driverIds.length > 0) for (const listener of this.#listeners) listener(driverIds)
  }

  /** A position of a driver who is free. */
  moved(driverId: DriverId, place: Place): void {
    const known = this.#places.get(driverId)
    if (known && isSamePlace(known, place)) return
    this.#places.set(driverId, place)
    this.changed([driverId])
  }
}

function isSamePlace(known: Place, { point, zoneId, standId }: Place): boolean {
  if (known.zoneId !== zoneId || known.standId !== standId) return false
  return metresBetween(known.point, point) < FAR_METRES
}
