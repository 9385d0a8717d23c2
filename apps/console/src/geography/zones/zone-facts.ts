import { type Polygon, readZoneStatistics } from '@dispecerat/contract/geography/zones'
import { boundsOf, ringSquareMetres, type Zone } from '@dispecerat/domain/geography/zone'
import { ZoneNeighbours } from '@dispecerat/domain/geography/zone-neighbours'
import { ringOverlap, type ZoneOverlap, zoneOverlaps } from '@dispecerat/domain/geography/zone-overlap'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { useMemo } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { FALLBACK_MS } from '../../realtime/net-state.ts'
import { useLive } from '../../realtime/use-live.ts'
import { useThrottled } from '../../ui/use-throttled.ts'

const CALM_MS = 2000

export interface ZoneFacts {
  /** Ids of the zones whose border is at most 200 m away. */
  near: readonly number[]
  squareMetres: number
  overlaps: readonly { id: number; squareMetres: number }[]
}

export interface AllFacts {
  of: ReadonlyMap<number, ZoneFacts>
  overlaps: readonly ZoneOverlap[]
}

/** Only zones of the same company are neighbours; each company has a map of its own. */
export function factsOfZones(zones: readonly Polygon[]): AllFacts {
  const of = new Map<number, ZoneFacts>()
  const overlaps: ZoneOverlap[] = []
  for (const companyId of new Set(zones.map((zone) => zone.company_id))) {
    const own = zones.filter((zone) => zone.company_id === companyId)
    const shapes = own.map(shapeOf)
    const neighbours = new ZoneNeighbours(shapes)
    const common = zoneOverlaps(shapes)
    overlaps.push(...common)
    for (const { id, ring } of shapes) {
      const over = common
        .filter((each) => each.zones.includes(id))
        .map(({ zones: [a, b], squareMetres }) => ({ id: a === id ? b : a, squareMetres }))
      of.set(id, { near: neighbours.of(id), squareMetres: ringSquareMetres(ring), overlaps: over })
    }
  }
  return { of, overlaps }
}

/** The same facts for an outline being drawn, against the other zones of its company. */
export function factsOfRing(
  ring: readonly Point[],
  others: readonly Polygon[],
): ZoneFacts & { pieces: readonly Point[][] } {
  if (ring.length < 3) return { near: [], squareMetres: 0, overlaps: [], pieces: [] }
  const mine = 0 as Zone['id']
  const near = nearOf(mine, ring, others)
  const found = others.flatMap(({ id, paths }) => {
    const overlap = ringOverlap(ring, paths)
    return overlap ? [{ id, ...overlap }] : []
  })
  return { near, squareMetres: ringSquareMetres(ring), overlaps: found, pieces: found.flatMap(({ pieces }) => pieces) }
}

/** Only zones with a nearby bounding box are compared: all pairs of 300 zones would take longer than a frame. */
function nearOf(mine: Zone['id'], ring: readonly Point[], others: readonly Polygon[]): readonly number[] {
  const { south, north, west, east } = boundsOf(ring)
  const around = others.filter(({ paths }) => {
    const other = boundsOf(paths)
    const margin = 0.01
    return (
      other.south <= north + margin &&
      other.north >= south - margin &&
      other.west <= east + margin &&
      other.east >= west - margin
    )
  })
  return new ZoneNeighbours([{ id: mine, ring }, ...around.map(shapeOf)]).of(mine)
}

/** Number of drivers in each zone now. */
export function useZoneCounts() {
  const query = useEndpointQuery(readZoneStatistics, {}, { refetchInterval: FALLBACK_MS.statistics })
  const refresh = useThrottled(() => query.refetch(), CALM_MS)
  useLive('driver_status_changed', refresh)
  return useMemo(() => query.data && new Map(query.data.map((zone) => [zone.polygonId, zone])), [query.data])
}

export function squareKm(squareMetres: number): string {
  return `${(squareMetres / 1e6).toFixed(2).replace('.', ',')} km²`
}

/** Small areas in square metres, larger ones in square kilometres with one or two decimals. */
export function groundText(squareMetres: number): string {
  if (squareMetres < 10_000) return `${Math.round(squareMetres)} m²`
  if (squareMetres < 100_000) return `${(squareMetres / 1e6).toFixed(2).replace('.', ',')} km²`
  return `${(squareMetres / 1e6).toFixed(1).replace('.', ',')} km²`
}

function shapeOf({ id, paths }: Polygon): Zone {
  return { id: id as Zone['id'], ring: paths }
}
