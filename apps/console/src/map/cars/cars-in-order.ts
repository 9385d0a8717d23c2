/* Not in the list of cars that shows them: the map owns the registry of cars and its order. */
import type { Car } from './cars.ts'
import { bySign } from './cars-by-sign.ts'

let sorted: readonly Car[] = []

/** All cars by call sign; sorted again only when one was added, removed or renamed, not when they moved. */
export function carsInOrder(cars: ReadonlyMap<number, Car>): readonly Car[] {
  const same = sorted.length === cars.size && sorted.every(({ id, sign }) => cars.get(id)?.sign === sign)
  sorted = same ? sorted.flatMap(({ id }) => cars.get(id) ?? []) : [...cars.values()].sort(bySign)
  return sorted
}
