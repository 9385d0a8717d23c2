import type { Point } from '@dispecerat/domain/kernel/geo'
import type { MultiPolygon, Polygon, Position } from 'geojson'
import type { MapLayer, MapShape } from '../city-map.ts'
import type { Tags } from './osm-blocks.ts'
import { isInsideRing, ringsOf } from './osm-rings.ts'
import type { ExtractConsumer, OsmNode, OsmRelation, OsmWay } from './stream-extract.ts'

const ROADS: Record<string, string> = {
  motorway: 'motorway',
  trunk: 'trunk',
  primary: 'primary',
  secondary: 'secondary',
  tertiary: 'tertiary',
  residential: 'minor',
  unclassified: 'minor',
  living_street: 'minor',
  road: 'minor',
  pedestrian: 'minor',
  service: 'service',
  track: 'path',
  footway: 'path',
  path: 'path',
  cycleway: 'path',
  steps: 'path',
}
const LANDS: Record<string, string> = {
  forest: 'forest',
  wood: 'forest',
  park: 'park',
  garden: 'park',
  grass: 'park',
  village_green: 'park',
  cemetery: 'park',
  meadow: 'field',
  grassland: 'field',
  farmland: 'field',
  heath: 'field',
  orchard: 'field',
  allotments: 'field',
  residential: 'residential',
  industrial: 'industrial',
  commercial: 'industrial',
  retail: 'industrial',
  pitch: 'park',
  hospital: 'public',
  school: 'public',
  university: 'public',
}
const SETTLEMENTS = new Set(['city', 'town', 'village', 'suburb', 'neighbourhood', 'quarter'])
const ONE_WAY = new Set(['yes', 'true', '1', '-1'])
const RAIL = new Set(['rail', 'light_rail', 'tram'])

/** Emits what is drawn of an extract: roads, buildings, land, water and names. */
export class ShapeReader implements ExtractConsumer {
  readonly #put: (layer: MapLayer, shape: MapShape) => void

  constructor(put: (layer: MapLayer, shape: MapShape) => void) {
    this.#put = put
  }

  node({ tags, lat, long }: OsmNode): void {
    const { place, name, railway } = tags
    const at = { lat, long }
    if (place && name && SETTLEMENTS.has(place)) {
      this.#put('places', label(place === 'quarter' ? 'suburb' : place, name, at))
    }
    if (tags.natural === 'peak' && name) this.#put('places', label('peak', name, at))
    if (railway === 'station' && name) this.#put('places', label('station', `Gara ${name}`, at))
  }

  way({ tags, points, closed }: OsmWay): void {
    const road = tags.highway ? ROADS[tags.highway.replace('_link', '')] : undefined
    const rail = RAIL.has(tags.railway ?? '') ? 'rail' : undefined
    const kind = road ?? rail
    if (kind) {
      this.#put('roads', lineShape(kind, tags, points))
      if (road && ONE_WAY.has(tags.oneway ?? '')) {
        // A separate line in the direction of driving, drawn as arrows.
        this.#put('roads', lineShape('oneway', {}, tags.oneway === '-1' ? points.toReversed() : points))
      }
      return
    }
    if (tags.waterway && !closed) {
      const isWide = tags.waterway === 'river' || tags.waterway === 'canal'
      this.#put('water', lineShape(isWide ? 'river' : 'stream', tags, points))
      return
    }
    const area = areaOf(tags)
    if (!area || !closed) return
    const geometry: Polygon = { type: 'Polygon', coordinates: [points.map(positionOf)] }
    this.#put(area.layer, { type: 'Feature', properties: { kind: area.kind }, geometry })
  }

  wantsLines(tags: Tags): boolean {
    return tags.type === 'multipolygon' && areaOf(tags) !== null
  }

  relation({ tags, lines }: OsmRelation): void {
    const area = tags.type === 'multipolygon' ? areaOf(tags) : null
    if (!area) return
    const holes = ringsOf(lines, 'inner')
    const coordinates = ringsOf(lines, 'outer').map((ring) => [
      ring.map(positionOf),
      ...holes.filter((hole) => hole[0] && isInsideRing(hole[0], ring)).map((hole) => hole.map(positionOf)),
    ])
    if (coordinates.length === 0) return
    const geometry: MultiPolygon = { type: 'MultiPolygon', coordinates }
    this.#put(area.layer, { type: 'Feature', properties: { kind: area.kind }, geometry })
  }
}

function lineShape(kind: string, tags: Tags, points: readonly Point[]): MapShape {
  return {
    type: 'Feature',
    properties: tags.name ? { kind, name: tags.name } : { kind },
    geometry: { type: 'LineString', coordinates: points.map(positionOf) },
  }
}

function areaOf(tags: Tags): { layer: Extract<MapLayer, 'land' | 'water' | 'buildings'>; kind: string } | null {
  if (tags.building && tags.building !== 'no') return { layer: 'buildings', kind: 'building' }
  if (tags.natural === 'water' || tags.waterway === 'riverbank' || tags.landuse === 'reservoir')
    return { layer: 'water', kind: 'lake' }
  const land =
    LANDS[tags.landuse ?? ''] ?? LANDS[tags.leisure ?? ''] ?? LANDS[tags.natural ?? ''] ?? LANDS[tags.amenity ?? '']
  return land ? { layer: 'land', kind: land } : null
}

/** A name on the map; the smaller the rank, the sooner it is placed. */
export function label(kind: string, name: string, at: Point): MapShape {
  const ranks = ['city', 'town', 'village', 'peak', 'station', 'suburb', 'landmark', 'neighbourhood', 'stop']
  const geometry = { type: 'Point' as const, coordinates: positionOf(at) }
  return { type: 'Feature', properties: { kind, name, rank: ranks.indexOf(kind) }, geometry }
}

export function positionOf({ lat, long }: Point): Position {
  return [long, lat]
}
