import { isInRomania } from '@dispecerat/domain/geography/romania'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { Roads } from '../../adapters/routing/roads.ts'
import type { Actor } from '../../platform/db/actor.ts'

/** Road distance over the places, requested before anything is locked; skipped for accounts, which do not send their own pickup. */
export async function metresOf(roads: Roads, actor: Actor, places: readonly Point[]): Promise<number | null> {
  if (actor.kind === 'company' || !places.every(isInRomania)) return null
  return (await roads.along(places))?.metres ?? null
}
