import type { Point } from '@dispecerat/domain/geo'
import { isInRomania } from '@dispecerat/domain/romania'
import type { Caller } from '../db/caller.ts'
import type { Roads } from '../providers/routing/roads.ts'

/** The road over the places, looked up before anything is locked; an account's own pickup is not among what it sends. */
export async function metresOf(roads: Roads, caller: Caller, places: readonly Point[]): Promise<number | null> {
  if (caller.kind === 'company' || !places.every(isInRomania)) return null
  return (await roads.along(places))?.metres ?? null
}
