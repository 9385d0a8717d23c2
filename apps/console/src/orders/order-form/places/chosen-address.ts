import type { ChosenPlace } from '../../../shared/places/place-suggestion.ts'
import { DOOR_PARTS } from '../draft/order-problems.ts'

type Door = Record<(typeof DOOR_PARTS)[number], string>

interface Address extends Door {
  name: string
  point: { lat: number; long: number } | null
  placeId: string | null
}

/** An address whose name is being replaced, with its door details. */
export interface LeftAddress {
  key: string
  door: Door
}

/** The address whose name is about to be replaced; `before` when its name was edited already. */
export function leftBehind(now: Address, before: LeftAddress | null): LeftAddress | null {
  return now.point === null ? before : { key: keyOf(now), door: doorOf(now) }
}

/** Neither name nor door details: nothing of the earlier address can be left. */
export function isBlank({ name, ...door }: Door & { name: string }): boolean {
  return name === '' && DOOR_PARTS.every((part) => door[part] === '')
}

/**
 * Applies a chosen address. Door details it lacks stay as typed, unless they belonged to the earlier address: a
 * flat's bloc is wrong at the station. A number on the same street counts as the same address.
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
