import type { ChosenPlace } from '../../parts/place-suggestion.ts'
import { DOOR_PARTS } from './order-problems.ts'

type Door = Record<(typeof DOOR_PARTS)[number], string>

interface Address extends Door {
  name: string
  point: { lat: number; long: number } | null
  placeId: string | null
}

/** An address that is being typed over: which one it was, and what was said of its door. */
export interface LeftAddress {
  key: string
  door: Door
}

/** The address whose name is about to be typed over; `before` where it was typed over already. */
export function leftBehind(now: Address, before: LeftAddress | null): LeftAddress | null {
  return now.point === null ? before : { key: keyOf(now), door: doorOf(now) }
}

/** Nothing of an address is here, not even a door: nothing can be left of the one before. */
export function isBlank({ name, ...door }: Door & { name: string }): boolean {
  return name === '' && DOOR_PARTS.every((part) => door[part] === '')
}

/**
 * The address that was chosen. What it does not say of its door stays as typed, unless it belonged to the address before: the
 * bloc of a flat sends nobody to the station. A number on the same street is still that address.
 */
export function chosenOver(now: Address, chosen: ChosenPlace, left: LeftAddress | null): Address {
  const { name, lat, long, placeId } = chosen
  const key = keyOf(chosen)
  const isSame = left === null || key === left.key || key.startsWith(`${left.key}_`)
  const door = doorOf(now)
  for (const part of DOOR_PARTS) {
    const isOfBefore = !isSame && door[part] === left?.door[part]
    door[part] = chosen[part] ?? (isOfBefore ? '' : door[part])
  }
  return { name, point: { lat, long }, placeId, ...door }
}

function keyOf({ placeId, name }: { placeId: string | null; name: string }): string {
  return placeId ?? name.trim()
}

function doorOf({ bloc, scara, reper, comment }: Door): Door {
  return { bloc, scara, reper, comment }
}
