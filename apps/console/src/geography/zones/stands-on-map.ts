import type { Stand } from '@dispecerat/contract/fleet/stands'
import { type StandOnMap, standOnMap } from '../../shared/zones/stand-on-map.ts'
import { placeOf, type StandDraft } from './stand-draft.ts'

/** Id on the map for a stand that is not saved yet. */
export const NEW_STAND = 0

/** The saved stands, with the edited one in its draft state. */
export function standsOnMap(stands: readonly Stand[], draft: StandDraft | null): StandOnMap[] {
  const saved = stands.filter(({ id }) => id !== draft?.id).map(standOnMap)
  const place = draft && placeOf(draft)
  if (!draft || !place) return saved
  const { id, name, radiusMetres, isActive } = draft
  const queueLength = stands.find((stand) => stand.id === id)?.queue_length ?? 0
  return [...saved, { id: id ?? NEW_STAND, name, ...place, radiusMetres, queueLength, isActive }]
}
