import type { Point } from '@dispecerat/domain/kernel/geo'
import type { Feature, Point as GeoPoint, LineString, MultiLineString, MultiPolygon, Polygon } from 'geojson'
import type { RoadGraph } from '../routing/roads/road-graph.ts'

/** A city from any source of maps: an extract, or the schematic one. */
export interface CityMap {
  name: string
  /** Names the source; the same source is not loaded twice. */
  source: string
  schematic: boolean
  attribution: string
  bounds: Bounds
  streets: CityStreet[]
  places: CityPlace[]
  shapes: MapShapes
  roads: RoadGraph
}

export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

export interface CityStreet extends Point {
  name: string
  locality: string
  aliases: string[]
  /** 0…1 by the amount of traffic: decides between equal names. */
  weight: number
  houses: CityHouse[]
  /** Samples of its line, at most some 60 m apart. */
  line: Point[]
}

export interface CityHouse extends Point {
  number: number | null
  suffix: string
  bloc: string | null
  scara: string | null
}

export type PlaceKind = 'place' | 'stop' | 'suburb' | 'locality'

export interface CityPlace extends Point {
  kind: PlaceKind
  name: string
  aliases: string[]
  /** Street and number, or the street beside it; distinguishes the branches of a chain. */
  detail: string
  locality: string
  /** 0…1, how well known it is. */
  weight: number
}

export const MAP_LAYERS = ['land', 'water', 'buildings', 'roads', 'places', 'addresses'] as const
export type MapLayer = (typeof MAP_LAYERS)[number]

type Shape = Polygon | MultiPolygon | LineString | MultiLineString | GeoPoint
/** `kind` decides the first zoom at which a shape is drawn; see cut-tiles. */
export type MapShape = Feature<Shape, { kind: string; name?: string; rank?: number }>
export type MapShapes = Record<MapLayer, MapShape[]>

export function noShapes(): MapShapes {
  return { land: [], water: [], buildings: [], roads: [], places: [], addresses: [] }
}
