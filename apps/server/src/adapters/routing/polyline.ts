import type { Point } from '@dispecerat/domain/kernel/geo'

const DEGREES_PER_STEP = 1e-6
const BITS = 5

/** Reads a line in the compact text of OSRM and Valhalla (polyline, six digits). Throws on any other text. */
export function readPolyline(text: string): Point[] {
  const line: Point[] = []
  let at = 0
  let lat = 0
  let long = 0
  const nextStep = (): number => {
    let value = 0
    for (let shift = 0; ; shift += BITS) {
      const chunk = text.charCodeAt(at++) - 63
      if (!(chunk >= 0 && chunk < 64) || shift > 30) throw new Error('the line is not readable')
      value += (chunk % 32) * 2 ** shift
      if (chunk < 32) break
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
  while (at < text.length) {
    lat += nextStep()
    long += nextStep()
    if (Math.abs(lat) > 90e6 || Math.abs(long) > 180e6) throw new Error('the line leaves the earth')
    line.push({ lat: Number((lat * DEGREES_PER_STEP).toFixed(6)), long: Number((long * DEGREES_PER_STEP).toFixed(6)) })
  }
  return line
}
