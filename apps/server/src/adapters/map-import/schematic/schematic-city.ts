import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { Polygon } from 'geojson'
import type { Db } from '../../../platform/db/database.ts'
import type { RoadGraph } from '../../routing/roads/road-graph.ts'
import { RoadGraphBuilder } from '../../routing/roads/road-graph-builder.ts'
import { streetsThatMeet } from '../../routing/roads/streets-that-meet.ts'
import { type CityHouse, type CityMap, type CityPlace, type CityStreet, type MapShape, noShapes } from '../city-map.ts'
import { label, positionOf } from '../extract/osm-shapes.ts'
import { ImportRunning, loadCityMap } from '../load-city-map.ts'
import { liveSource } from '../map-import.store.ts'
import { boundsOf } from '../street-bounds.ts'
import { between, middleOf, StreetGrid, samplesOf } from '../street-grid.ts'
import { labelOf, numberLabel } from '../tiles/map-labels.ts'
import { SCHEMATIC_LAND, SCHEMATIC_PEAKS, SCHEMATIC_RAILS, SCHEMATIC_RIVERS } from './schematic-land.ts'
import { SCHEMATIC_PLACES, type SchematicPlace } from './schematic-places.ts'
import { SCHEMATIC_STREETS, type SchematicStreet } from './schematic-streets.ts'

/** A higher number replaces the schematic city of an older release. */
const SOURCE = 'schematic:3'
const ROAD_CLASSES = { primary: 'primary', secondary: 'secondary', tertiary: 'tertiary', minor: 'residential' }
const SCHEMATIC_WEIGHTS = { primary: 0.9, secondary: 0.8, tertiary: 0.6, minor: 0.5 }
/** One surveyed house every so many numbers on each side; those between are interpolated. */
const NUMBER_STEP = 6
const DOOR_DEGREES = 0.00012
const SAMPLE_METRES = 60
const BESIDE_METRES = 120

/** Loads the schematic Brașov unless a map is already there; true when it was loaded. Takes well under two seconds. */
export async function loadSchematicCity(db: Db, at: Date): Promise<boolean> {
  const live = await liveSource(db)
  if (live && (!live.schematic || live.source === SOURCE)) return false
  try {
    await loadCityMap(db, schematicCity(), at)
    return true
  } catch (error) {
    // Another node that starts at the same moment loads it.
    if (error instanceof ImportRunning) return false
    throw error
  }
}

/** Brașov drawn from memory: enough to place an order on a machine without any map. */
export function schematicCity(): CityMap {
  const streets = SCHEMATIC_STREETS.map(streetOf)
  const grid = new StreetGrid(streets)
  const places = SCHEMATIC_PLACES.map((place) => placeOf(place, grid))
  const shapes = noShapes()
  shapes.roads = [
    ...SCHEMATIC_STREETS.map(roadOf),
    ...SCHEMATIC_RAILS.map(([name, ...line]) => lineShape('rail', name, rounded(pointsOf(line)))),
  ]
  shapes.land = SCHEMATIC_LAND.map(([kind, ...line]) => areaOf(kind, line))
  shapes.water = SCHEMATIC_RIVERS.map(([name, ...line]) => lineShape('river', name, rounded(pointsOf(line))))
  shapes.places = places.flatMap((place) => [...settlementLabel(place), ...labelOf(place)])
  shapes.places.push(...SCHEMATIC_PEAKS.map(([name, lat, long]) => label('peak', name, { lat, long })))
  shapes.addresses = streets.flatMap(({ houses }) => houses.flatMap(numberLabel))
  return {
    name: 'Brașov',
    source: SOURCE,
    schematic: true,
    attribution: 'Hartă schematică',
    bounds: boundsOf(streets),
    streets,
    places,
    shapes,
    roads: schematicRoads(),
  }
}

function schematicRoads(): RoadGraph {
  const builder = new RoadGraphBuilder()
  const drawn = SCHEMATIC_STREETS.map(([, kind, , line]) => ({ kind: ROAD_CLASSES[kind], line: pointsOf(line) }))
  for (const way of streetsThatMeet(drawn)) builder.way(way)
  return builder.finish()
}

function streetOf([name, kind, lastNumber, line]: SchematicStreet): CityStreet {
  const samples = samplesOf(pointsOf(line), SAMPLE_METRES)
  const middle = middleOf(samples)
  return {
    name,
    aliases: [],
    locality: 'Brașov',
    weight: SCHEMATIC_WEIGHTS[kind],
    ...middle,
    houses: housesAlong(pointsOf(line), lastNumber),
    line: samples,
  }
}

/** Odd numbers on the left, even ones on the right, growing from the start of the line. */
function housesAlong(line: Point[], lastNumber: number): CityHouse[] {
  const houses: CityHouse[] = []
  for (const first of [1, 2]) {
    for (let number = first; number <= lastNumber; number += NUMBER_STEP) {
      const { point, across } = pointAlong(line, number / (lastNumber + 1))
      const side = number % 2 === 1 ? 1 : -1
      const lat = point.lat + across.lat * side * DOOR_DEGREES
      const long = point.long + across.long * side * DOOR_DEGREES
      houses.push({ number, suffix: '', bloc: null, scara: null, lat, long })
    }
  }
  return houses
}

/** The point at a share of the line's length, and the unit vector to its left. */
function pointAlong(line: Point[], share: number): { point: Point; across: Point } {
  const legs = line.slice(1).map((to, i) => ({ from: line[i] ?? to, to, metres: metresBetween(line[i] ?? to, to) }))
  let rest = share * legs.reduce((sum, leg) => sum + leg.metres, 0)
  const leg = legs.find(({ metres }) => {
    if (rest <= metres) return true
    rest -= metres
    return false
  })
  if (!leg) throw new Error('a schematic street has no line')
  const length = Math.hypot(leg.to.lat - leg.from.lat, leg.to.long - leg.from.long)
  const across = { lat: (leg.to.long - leg.from.long) / length, long: -(leg.to.lat - leg.from.lat) / length }
  return { point: between(leg.from, leg.to, rest / leg.metres), across }
}

function placeOf([kind, name, lat, long, weight, aliases]: SchematicPlace, grid: StreetGrid): CityPlace {
  const street = kind === 'place' || kind === 'stop' ? grid.nearest({ lat, long }, BESIDE_METRES) : null
  const locality = kind === 'locality' ? name : name.endsWith('Poiana Brașov') ? 'Poiana Brașov' : 'Brașov'
  return { kind, name, aliases: aliases?.split(';') ?? [], detail: street?.name ?? '', locality, lat, long, weight }
}

function settlementLabel(place: CityPlace): MapShape[] {
  if (place.kind === 'suburb') return [label('suburb', place.name, place)]
  if (place.kind !== 'locality') return []
  return [label(place.weight === 1 ? 'city' : 'village', place.name, place)]
}

function roadOf([name, kind, , line]: SchematicStreet): MapShape {
  return lineShape(kind, name, pointsOf(line))
}

function lineShape(kind: string, name: string, points: Point[]): MapShape {
  return {
    type: 'Feature',
    properties: { kind, name },
    geometry: { type: 'LineString', coordinates: points.map(positionOf) },
  }
}

function areaOf(kind: string, line: number[]): MapShape {
  const [first, second, ...others] = pointsOf(line)
  if (!first || !second) throw new Error('a schematic land has no corners')
  // Starting in the middle of a side cuts every corner.
  const begin = between(first, second, 0.5)
  const ring = rounded([begin, second, ...others, first, begin]).map(positionOf)
  const geometry: Polygon = { type: 'Polygon', coordinates: [ring] }
  return { type: 'Feature', properties: { kind }, geometry }
}

function pointsOf(line: number[]): Point[] {
  const points: Point[] = []
  for (let i = 0; i + 1 < line.length; i += 2) points.push({ lat: line[i] ?? 0, long: line[i + 1] ?? 0 })
  return points
}

const ROUNDINGS = 3

/** Cuts the corners of a line repeatedly, because woods, rivers and rails have no angles. Its ends stay. */
function rounded(line: Point[]): Point[] {
  let points = line
  for (let time = 0; time < ROUNDINGS; time++) {
    const cut = points.slice(1).flatMap((to, i) => {
      const from = points[i] ?? to
      return [between(from, to, 0.25), between(from, to, 0.75)]
    })
    points = [...points.slice(0, 1), ...cut, ...points.slice(-1)]
  }
  return points
}
