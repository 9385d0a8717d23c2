import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import { isSamePlace } from './drive.ts'
import type { DriverModel } from './driver-model.ts'

/** The car moved while the route was requested: it joins the line at the nearest of this many first points. */
const MAY_HAVE_PASSED = 20

/** Current goal of the car; null while it stands. */
export function goalOf({ trip, cruiseTo }: DriverModel): Point | null {
  if (!trip) return cruiseTo
  if (trip.isSaying || trip.phase === 'at_pickup') return null
  return trip.phase === 'to_pickup' ? trip.pickup : trip.destination
}

/** Stores a received route if its goal is still current. A roaming car stays on the street at its end. */
export function withRoute(model: DriverModel, goal: Point, line: readonly Point[]): DriverModel {
  const now = goalOf(model)
  const last = line.at(-1)
  if (!now || !last || !isSamePlace(now, goal)) return model
  const ahead = aheadOf(model.at, line)
  if (model.trip || model.stand) return { ...model, road: { goal, ahead: [...ahead, goal] } }
  return { ...model, cruiseTo: last, road: { goal: last, ahead } }
}

function aheadOf(at: Point, line: readonly Point[]): readonly Point[] {
  const first = line.slice(0, MAY_HAVE_PASSED).map((point) => metresBetween(at, point))
  return line.slice(first.indexOf(Math.min(...first)))
}
