/** Width of the world at zoom 0, in pixels. */
export const WORLD_PX = 512

/** Spherical Mercator as in MapLibre: the world is 1 wide and 1 high, from the north-west corner. */
export function worldX(long: number): number {
  return (180 + long) / 360
}

export function worldY(lat: number): number {
  return (180 - (180 / Math.PI) * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))) / 360
}

export function longOf(x: number): number {
  return x * 360 - 180
}

export function latOf(y: number): number {
  return (360 / Math.PI) * Math.atan(Math.exp(((180 - y * 360) * Math.PI) / 180)) - 90
}
