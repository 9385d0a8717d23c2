import type { Point } from '@dispecerat/domain/kernel/geo'
import { assembleGraph } from './assemble-graph.ts'
import { type BanCounts, forbiddenTurns } from './forbidden-turns.ts'
import { GrowingNumbers } from './growing-numbers.ts'
import { BACKWARD, FORWARD, type RoadGraph, SHAPE_STEPS } from './road-graph.ts'
import { roadOf } from './road-tags.ts'
import { type TurnBan, turnBansOf } from './turn-bans.ts'

export interface RoadWay {
  id: number
  tags: Readonly<Record<string, string>>
  /** Ids of all its nodes. */
  refs: readonly number[]
  /** The known points, and the id of each: the road is cut where one is missing. */
  points: readonly Point[]
  pointRefs: readonly number[]
}

interface RoadRelation {
  tags: Readonly<Record<string, string>>
  members: readonly { type: string; ref: number; role: string }[]
}

const float64 = (length: number) => new Float64Array(length)
const uint32 = (length: number) => new Uint32Array(length)
const int32 = (length: number) => new Int32Array(length)

/**
 * Builds a road graph from streamed ways and turn restrictions: ways first, then relations, then `finish`. Needs 16
 * bytes per point of a road. A consumer of an extract.
 */
export class RoadGraphBuilder {
  readonly #refs = new GrowingNumbers(float64)
  readonly #shape = new GrowingNumbers(int32)
  /** For each stretch of a way without a gap: its way, its first point, speed and direction. */
  readonly #wayIds = new GrowingNumbers(float64)
  readonly #starts = new GrowingNumbers(uint32)
  readonly #rules = new GrowingNumbers(uint32)
  /** The turns that each restriction forbids. */
  readonly #bans: TurnBan[][] = []
  readonly #banCounts: BanCounts = { obeyed: 0, overWays: 0, conditional: 0, unclear: 0, undriven: 0 }

  /** Counts of the turn restrictions, once the graph is finished. */
  get banCounts(): Readonly<BanCounts> {
    return this.#banCounts
  }

  way({ id, tags, refs, points, pointRefs }: RoadWay): void {
    const rule = roadOf(tags)
    if (!rule) return
    const packed = rule.kmPerHour * 4 + (rule.forward ? FORWARD : 0) + (rule.backward ? BACKWARD : 0)
    let known = 0
    let length = 0
    for (const ref of refs) {
      const point = pointRefs[known] === ref ? points[known] : undefined
      if (!point) {
        length = 0
        continue
      }
      if (length === 0) this.#startStretch(id, packed)
      this.#refs.push(ref)
      this.#shape.push(Math.round(point.lat * SHAPE_STEPS))
      this.#shape.push(Math.round(point.long * SHAPE_STEPS))
      known += 1
      length += 1
    }
  }

  relation(relation: RoadRelation): void {
    const bans = turnBansOf(relation)
    if (typeof bans === 'string') this.#banCounts[bans] += 1
    else if (bans) this.#bans.push(bans)
  }

  /** The graph of the largest strongly connected component. */
  finish(): RoadGraph {
    const stretches = {
      refs: this.#refs.all(),
      shape: this.#shape.all(),
      starts: this.#starts.all(),
      wayIds: this.#wayIds.all(),
      rules: this.#rules.all(),
    }
    const { graph, wayIds, vertexIds } = assembleGraph(stretches)
    const { counts, ...turns } = forbiddenTurns(this.#bans, { ...graph, wayIds, vertexIds })
    const { obeyed, overWays, undriven } = counts
    Object.assign(this.#banCounts, { obeyed, overWays, undriven, unclear: this.#banCounts.unclear + counts.unclear })
    return { ...graph, ...turns }
  }

  #startStretch(id: number, packed: number): void {
    this.#wayIds.push(id)
    this.#starts.push(this.#refs.count)
    this.#rules.push(packed)
  }
}
