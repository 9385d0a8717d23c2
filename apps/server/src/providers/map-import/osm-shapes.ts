import type { Point } from '@dispecerat/domain/geo'
import type { MultiPolygon, Polygon, Position } from 'geojson'
import { type MapLayer, type MapShape, type MapShapes, noShapes } from './city-map.ts'
import type { OsmExtract, OsmRelation, OsmWay, Tags } from './osm-extract.ts'
import { isInsideRing, ringsOf } from './osm-rings.ts'

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
const RAIL = new Set(['rail', 'light_rail', 'tram'])

/** What is drawn: roads, buildings, land, water and names. */
export function shapesOf(extract: OsmExtract): MapShapes {
  const shapes = noShapes()
  for (const way of extract.ways) takeWay(way, shapes)
  for (const relation of extract.relations) takeRelation(relation, shapes)
  for (const { tags, lat, long } of extract.nodes) takeNode(tags, { lat, long }, shapes)
  return shapes
}

function takeWay(way: OsmWay, shapes: MapShapes): void {
  const { tags, points } = way
  const road = tags.highway ? ROADS[tags.highway.replace('_link', '')] : undefined
  const rail = RAIL.has(tags.railway ?? '') ? 'rail' : undefined
  const line = { type: 'LineString' as const, coordinates: points.map(positionOf) }
  if (road ?? rail) {
    shapes.roads.push({ type: 'Feature', properties: named(road ?? rail ?? '', tags), geometry: line })
    return
  }
  if (tags.waterway && !way.closed) {
    const kind = tags.waterway === 'river' || tags.waterway === 'canal' ? 'river' : 'stream'
    shapes.water.push({ type: 'Feature', properties: named(kind, tags), geometry: line })
    return
  }
  const area = areaOf(tags)
  if (!area || !way.closed) return
  const polygon: Polygon = { type: 'Polygon', coordinates: [points.map(positionOf)] }
  shapes[area.layer].push({ type: 'Feature', properties: { kind: area.kind }, geometry: polygon })
}

function takeRelation(relation: OsmRelation, shapes: MapShapes): void {
  const area = relation.tags.type === 'multipolygon' ? areaOf(relation.tags) : null
  if (!area) return
  const holes = ringsOf(relation, 'inner')
  const coordinates = ringsOf(relation, 'outer').map((ring) => [
    ring.map(positionOf),
    ...holes.filter((hole) => hole[0] && isInsideRing(hole[0], ring)).map((hole) => hole.map(positionOf)),
  ])
  if (coordinates.length === 0) return
  const geometry: MultiPolygon = { type: 'MultiPolygon', coordinates }
  shapes[area.layer].push({ type: 'Feature', properties: { kind: area.kind }, geometry })
}

function areaOf(tags: Tags): { layer: Extract<MapLayer, 'land' | 'water' | 'buildings'>; kind: string } | null {
  if (tags.building && tags.building !== 'no') return { layer: 'buildings', kind: 'building' }
  if (tags.natural === 'water' || tags.waterway === 'riverbank' || tags.landuse === 'reservoir')
    return { layer: 'water', kind: 'lake' }
  const land =
    LANDS[tags.landuse ?? ''] ?? LANDS[tags.leisure ?? ''] ?? LANDS[tags.natural ?? ''] ?? LANDS[tags.amenity ?? '']
  return land ? { layer: 'land', kind: land } : null
}

function takeNode(tags: Tags, at: Point, shapes: MapShapes): void {
  const { place, name } = tags
  if (place && name && SETTLEMENTS.has(place))
    shapes.places.push(label(place === 'quarter' ? 'suburb' : place, name, at))
  if (tags.railway === 'station' && name) shapes.places.push(label('station', `Gara ${name}`, at))
}

/** A name on the map; the smaller the rank, the sooner it gets its place. */
export function label(kind: string, name: string, at: Point): MapShape {
  const ranks = ['city', 'town', 'village', 'station', 'suburb', 'landmark', 'neighbourhood', 'stop']
  const geometry = { type: 'Point' as const, coordinates: positionOf(at) }
  return { type: 'Feature', properties: { kind, name, rank: ranks.indexOf(kind) }, geometry }
}

function named(kind: string, tags: Tags): { kind: string; name?: string } {
  return tags.name ? { kind, name: tags.name } : { kind }
}

export function positionOf({ lat, long }: Point): Position {
  return [long, lat]
}
