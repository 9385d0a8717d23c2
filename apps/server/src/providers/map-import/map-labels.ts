import type { CityHouse, CityPlace, MapShape } from './city-map.ts'
import { label, positionOf } from './osm-shapes.ts'

/** From this weight on a place's name is drawn on the map. */
const LANDMARK_WEIGHT = 0.7

/** Names of the best known places; suburbs and settlements are already drawn. */
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
