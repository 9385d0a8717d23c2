import type { Polygon } from '@dispecerat/contract/geography/zones'

/** Builds a GeoJSON document (RFC 7946): longitude first, outlines closed and counter-clockwise. */
export function zonesAsFile(zones: readonly (Polygon & { company: string })[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: zones.map(({ id, name, color, company, paths }) => ({
      type: 'Feature',
      id,
      properties: { name, color, company },
      geometry: { type: 'Polygon', coordinates: [outline(paths)] },
    })),
  })
}

function outline(paths: Polygon['paths']): [number, number][] {
  const ring = paths.map(({ lat, long }): [number, number] => [long, lat])
  const turning = ring.reduce((sum, [long, lat], index) => {
    const [nextLong, nextLat] = ring[(index + 1) % ring.length] ?? [long, lat]
    return sum + (long * nextLat - nextLong * lat)
  }, 0)
  const ordered = turning < 0 ? ring.toReversed() : ring
  return [...ordered, ...ordered.slice(0, 1)]
}
