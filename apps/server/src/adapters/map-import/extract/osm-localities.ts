import { foldText } from '@dispecerat/domain/geography/address-text'
import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import { PointGrid } from '../point-grid.ts'
import type { Tags } from './osm-blocks.ts'
import { type Border, BorderGrid, borderOf } from './osm-borders.ts'
import type { ExtractConsumer, OsmNode, OsmRelation } from './stream-extract.ts'

/** Distance around the centre up to which a settlement's name is used where no border is known. */
const REACH_METRES: Record<string, number> = { city: 12_000, town: 5000, village: 2500, hamlet: 1000 }
const FURTHEST_METRES = 12_000
/** A village inside a town's border keeps its own name this far around its centre. */
const VILLAGE_METRES = 1500
/** Sectors of the capital are not used as town names. */
const PART_OF_TOWN = /^sector/i

export interface Settlement extends Point {
  name: string
  place: string
  population: number
}

export interface Localities {
  /** The biggest settlement of the extract. */
  main: Settlement | null
  count: number
  /** Name of the settlement a point belongs to; '' where there is none. */
  at(point: Point): string
}

/** Collects the settlements and borders of an extract: some ten thousand in a country, so they stay in memory. */
export class LocalityReader implements ExtractConsumer {
  readonly #settlements: Settlement[] = []
  readonly #borders: Border[] = []

  node({ tags, lat, long }: OsmNode): void {
    const { place, name } = tags
    if (!place || !name || !(place in REACH_METRES)) return
    this.#settlements.push({ name, place, population: Number(tags.population) || 0, lat, long })
  }

  wantsLines(tags: Tags): boolean {
    return (
      tags.boundary === 'administrative' &&
      tags.name !== undefined &&
      Number(tags.admin_level) >= 6 &&
      !PART_OF_TOWN.test(tags.name)
    )
  }

  relation(relation: OsmRelation): void {
    if (!this.wantsLines(relation.tags) || relation.lines.length === 0) return
    this.#borders.push(borderOf(relation))
  }

  /** Ends the reading. */
  localities(): Localities {
    const main = this.#settlements.reduce<Settlement | null>(
      (best, one) => (best === null || rankOf(one) > rankOf(best) ? one : best),
      null,
    )
    const villages = new PointGrid<Settlement>(VILLAGE_METRES)
    const towns = new PointGrid<Settlement>(FURTHEST_METRES)
    for (const settlement of this.#settlements) {
      towns.add(settlement, settlement)
      const isSmall = settlement.place === 'village' || settlement.place === 'hamlet'
      if (isSmall) villages.add(settlement, settlement)
    }
    const borders = new BorderGrid(
      this.#borders,
      main,
      (name) => main !== null && foldText(name) === foldText(main.name),
    )
    const at = (point: Point): string =>
      villages.nearest(point)?.name ??
      borders.around(point)?.name ??
      nearestByReach(towns, point)?.name ??
      (main && metresBetween(main, point) <= NEAR_MAIN_METRES ? main.name : '')
    return { main, count: this.#settlements.length, at }
  }
}

/** A remote street of a city's extract has the city's name; one at the other end of a country does not. */
const NEAR_MAIN_METRES = 50_000

function rankOf({ place, population }: Settlement): number {
  return (REACH_METRES[place] ?? 0) * 1000 + population
}

/** The settlement with the smallest distance relative to its reach. */
function nearestByReach(grid: PointGrid<Settlement>, point: Point): Settlement | null {
  let best: Settlement | null = null
  let bestShare = 1
  for (const { thing } of grid.around(point)) {
    const share = metresBetween(point, thing) / (REACH_METRES[thing.place] ?? 1)
    if (share >= bestShare) continue
    best = thing
    bestShare = share
  }
  return best
}
