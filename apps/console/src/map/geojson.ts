/** The subset of GeoJSON that the map uses. Positions are longitude first. */
type Position = [number, number]

interface Feature<Geometry, Properties> {
  type: 'Feature'
  geometry: Geometry
  properties: Properties
}
export interface FeatureCollection<Geometry, Properties = object> {
  type: 'FeatureCollection'
  features: Feature<Geometry, Properties>[]
}
export type PointGeometry = { type: 'Point'; coordinates: Position }
export type PolygonGeometry = { type: 'Polygon'; coordinates: Position[][] }
export type LineFeature = Feature<{ type: 'LineString'; coordinates: Position[] }, object>
