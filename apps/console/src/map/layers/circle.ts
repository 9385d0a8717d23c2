const METRES_PER_DEGREE = 111_320
const CORNERS = 64

/** A closed ring with this radius in metres around a place, longitude first. */
export function circleRing({ lat, long }: { lat: number; long: number }, metres: number): [number, number][] {
  return Array.from({ length: CORNERS + 1 }, (_, corner): [number, number] => {
    const angle = (corner / CORNERS) * Math.PI * 2
    const [north, east] = movedBy({ lat }, metres * Math.cos(angle), metres * Math.sin(angle))
    return [long + east, lat + north]
  })
}

/** Degrees north and east that correspond to these metres at this latitude. */
export function movedBy({ lat }: { lat: number }, metresNorth: number, metresEast: number): [number, number] {
  return [metresNorth / METRES_PER_DEGREE, metresEast / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180))]
}
