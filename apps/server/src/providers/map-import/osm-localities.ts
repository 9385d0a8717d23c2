import { foldText } from '@dispecerat/domain/address-text'
import { metresBetween, type Point } from '@dispecerat/domain/geo'
import type { OsmExtract, OsmRelation } from './osm-extract.ts'
import { crossings } from './osm-rings.ts'

/** How far the name of a settlement reaches around its centre where no border is known. */
const REACH_METRES: Record<string, number> = { city: 12_000, town: 5000, village: 2500, hamlet: 1000 }
/** A village inside a town's border keeps its own name this far around its centre. */
const VILLAGE_METRES = 1500

export interface Settlement extends Point {
  name: string
  place: string
  population: number
}

export interface Localities {
  /** The biggest settlement of the extract: gives the dataset its name. */
  main: Settlement | null
  settlements: Settlement[]
  at(point: Point): string
}

/**
 * Tells the settlement of a point. An extract cuts the borders of settlements open at its edges, so polygons cannot be
 * built; but the segment between two points of the extract's box lies in the box, where no border is missing: the
 * parity of its crossings with a border says whether both ends are on the same side.
 */
export function localitiesOf(extract: OsmExtract): Localities {
  const settlements = settlementsOf(extract)
  const main = settlements.toSorted((a, b) => rankOf(b) - rankOf(a))[0] ?? null
  const borders = main ? bordersOf(extract) : []
  const at = (point: Point): string => {
    const village = nearest(
      settlements.filter((s) => s.place === 'village' || s.place === 'hamlet'),
      point,
      () => VILLAGE_METRES,
    )
    if (village) return village.name
    const border = main && borders.find((b) => isInside(b, point, main))
    if (border) return border.tags.name ?? main.name
    return nearest(settlements, point, (s) => REACH_METRES[s.place] ?? 0)?.name ?? main?.name ?? ''
  }
  return { main, settlements, at }
}

function settlementsOf(extract: OsmExtract): Settlement[] {
  return extract.nodes.flatMap(({ tags, lat, long }) => {
    const { place, name } = tags
    if (!place || !name || !(place in REACH_METRES)) return []
    return [{ name, place, population: Number(tags.population) || 0, lat, long }]
  })
}

function rankOf({ place, population }: Settlement): number {
  return (REACH_METRES[place] ?? 0) * 1000 + population
}

function bordersOf(extract: OsmExtract): OsmRelation[] {
  return extract.relations.filter(
    ({ tags, ways }) =>
      ways.length > 0 && tags.boundary === 'administrative' && tags.name && Number(tags.admin_level) >= 6,
  )
}

/** The main settlement lies inside its own border and outside every other. */
function isInside(border: OsmRelation, point: Point, main: Settlement): boolean {
  const crossed = border.ways.reduce((sum, { way }) => sum + crossings(point, main, way), 0)
  const mainIsInside = foldText(border.tags.name ?? '') === foldText(main.name)
  return (crossed % 2 === 0) === mainIsInside
}

function nearest(settlements: Settlement[], point: Point, reach: (s: Settlement) => number): Settlement | null {
  let best: Settlement | null = null
  let bestShare = 1
  for (const settlement of settlements) {
    const share = metresBetween(point, settlement) / reach(settlement)
    if (share < bestShare) {
      best = settlement
      bestShare = share
    }
  }
  return best
}
