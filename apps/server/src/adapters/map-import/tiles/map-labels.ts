import type { CityHouse, CityPlace, MapShape } from '../city-map.ts'
import { label, positionOf } from '../extract/osm-shapes.ts'

/** Places of at least this weight have their name on the map. */
const LANDMARK_WEIGHT = 0.7

/** Labels of the best known places; suburbs and settlements have theirs already. */
export function labelOf(place: CityPlace): MapShape[] {
  if (place.kind === 'stop') return [label('stop', place.name, place)]
  const isLandmark = place.kind === 'place' && place.weight >= LANDMARK_WEIGHT && !place.name.startsWith('Gara ')
  return isLandmark ? [label('landmark', place.name, place)] : []
}

export function numberLabel({ number, suffix, lat, long }: CityHouse): MapShape[] {
  if (number === null) return []
  const geometry = { type: 'Point' as const, coordinates: positionOf({ lat, long }) }
  return [{ type: 'Feature', properties: { kind: 'address', name: `${number}${suffix.toUpperCase()}` }, geometry }]
}
