import type { Point } from '../kernel/geo.ts'

/** Degrees; about 220 by 230 m in Romania, so that a cell reveals no address. The SQL of the heat map uses the same steps. */
const CELL = { lat: 0.002, long: 0.003 } as const
const DECIMALS = 1e4

/** A cell of the heat map, in whole steps from the equator and from Greenwich. */
export interface HeatCell {
  cellLat: number
  cellLong: number
}

export function cellOf({ lat, long }: Point): HeatCell {
  return { cellLat: Math.floor(lat / CELL.lat), cellLong: Math.floor(long / CELL.long) }
}

/** Centre of the cell, to ten metres. */
export function middleOf({ cellLat, cellLong }: HeatCell): Point {
  return { lat: rounded((cellLat + 0.5) * CELL.lat), long: rounded((cellLong + 0.5) * CELL.long) }
}

function rounded(degrees: number): number {
  return Math.round(degrees * DECIMALS) / DECIMALS
}
