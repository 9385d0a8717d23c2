import type { Point } from '@dispecerat/domain/kernel/geo'

/** Encodes a line as OSRM and Valhalla do: polyline, six digits. */
export function writePolyline(line: readonly Point[]): string {
  let before = { lat: 0, long: 0 }
  let text = ''
  for (const { lat, long } of line) {
    const now = { lat: Math.round(lat * 1e6), long: Math.round(long * 1e6) }
    text += step(now.lat - before.lat) + step(now.long - before.long)
    before = now
  }
  return text
}

function step(value: number): string {
  let left = value < 0 ? -value * 2 - 1 : value * 2
  let text = ''
  for (; left >= 32; left = Math.floor(left / 32)) text += String.fromCharCode((left % 32) + 32 + 63)
  return text + String.fromCharCode(left + 63)
}
