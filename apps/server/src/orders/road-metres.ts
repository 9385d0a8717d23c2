import type { Point } from '@dispecerat/domain/geo'
import { isInRomania } from '@dispecerat/domain/romania'
import type { Actor } from '../db/actor.ts'
import type { Roads } from '../providers/routing/roads.ts'

/** The road over the places, looked up before anything is locked; an account's own pickup is not among what it sends. */
export async function metresOf(roads: Roads, actor: Actor, places: readonly Point[]): Promise<number | null> {
  if (actor.kind === 'company' || !places.every(isInRomania)) return null
  return (await roads.along(places))?.metres ?? null
}
