import { ArcHeap } from './arc-heap.ts'
import { Guide } from './guide.ts'
import { type RoadNet, TURN_ROUND_SECONDS } from './road-net.ts'
import type { Spot } from './snap.ts'

/** The drive of a spot to the target. */
export interface Reach {
  seconds: number
  metres: number
  /** The arc on which the drive begins. */
  arc: number
  /** True when it also ends there, without leaving the arc. */
  isDirect: boolean
}

export interface Limits {
  /** Spots farther than this are not found. */
  seconds: number
  /** A search that has settled so many arcs gives up. */
  arcs: number
}

/** Flags of a heap entry, beside the arc: driven only up to the target; entered by a U-turn. */
const TARGET = 1
const ROUND = 2
const BITS = 2

const UNGUIDED = () => 0

/**
 * The quickest drives to one target, from many spots or from one, by Dijkstra backwards over arcs, so that turns can be
 * forbidden and U-turns cost time. A turn forbidden only after certain arcs is a turn of an arc's twin: no drive
 * begins on a twin, and the target lies on all of them. Arcs are taken in the order of the rest of the drive from their start; so
 * the first one of a vertex settles nearly every arc that ends there. Not reentrant: one query at a time.
 */
export class RoadSearch {
  readonly #net: RoadNet
  readonly #heap = new ArcHeap()
  /** For each arc settled in this run: from its end to the target. */
  readonly #seconds: Float64Array
  readonly #metres: Float64Array
  /** The arc after it; with inverted bits when the target lies on that arc. */
  readonly #next: Int32Array
  readonly #settledIn: Uint32Array
  /** Arcs with spots that are still to be found. */
  readonly #awaitedIn: Uint32Array
  /** Vertices all of whose incoming arcs are settled. */
  readonly #doneIn: Uint32Array
  #guide: Guide | null = null
  #run = 0
  #settled = 0

  constructor(net: RoadNet) {
    this.#net = net
    this.#seconds = new Float64Array(net.arcs)
    this.#metres = new Float64Array(net.arcs)
    this.#next = new Int32Array(net.arcs)
    this.#settledIn = new Uint32Array(net.arcs)
    this.#awaitedIn = new Uint32Array(net.arcs)
    this.#doneIn = new Uint32Array(net.graph.vertices)
  }

  /** Number of arcs settled in the last run. */
  get settled(): number {
    return this.#settled
  }

  /** From each spot to the target; null where no route was found within the limits. */
  toOne(target: Spot, from: readonly Spot[], limits: Limits): (Reach | null)[] {
    return this.#search(target, from, { limits, min: UNGUIDED })
  }

  /**
   * From one spot to the target, directed towards the spot (A*). `ahead` are the arcs after the one it begins on, the
   * last of them driven only as far as the target.
   */
  way(from: Spot, target: Spot, limits: Limits): { reach: Reach; ahead: number[] } | null {
    this.#guide ??= new Guide(this.#net)
    const [reach] = this.#search(target, [from], { limits, min: this.#guide.towards(from.point) })
    if (!reach) return null
    const ahead: number[] = []
    for (let arc = reach.arc, isLast = reach.isDirect; !isLast; ) {
      const next = this.#next[arc] as number
      isLast = next < 0
      arc = isLast ? ~next : next
      ahead.push(this.#net.streetOf[arc] as number)
    }
    return { reach, ahead }
  }

  #search(
    target: Spot,
    from: readonly Spot[],
    { limits, min }: { limits: Limits; min(vertex: number): number },
  ): (Reach | null)[] {
    const heap = this.#heap
    const found = from.map((spot) => this.#direct(spot, target))
    const waiting = this.#waiting(from)
    let unsettled = waiting.size
    let missing = found.filter((reach) => reach === null).length
    // Once all spots are found, only quicker drives for them are of interest.
    let worst = missing === 0 ? slowestOf(found) : Number.POSITIVE_INFINITY
    const onFound = (arc: number) => {
      unsettled -= 1
      for (const i of waiting.get(arc) ?? []) if (this.#look(arc, from, found, i)) missing -= 1
      if (missing === 0) worst = slowestOf(found)
    }
    this.#run += 1
    for (const arc of waiting.keys()) this.#awaitedIn[arc] = this.#run
    this.#settled = 0
    heap.clear()
    for (const arc of this.#arcsOf(target).flatMap((open) => [open, ...this.#net.twinsOf(open)]))
      heap.push(this.#upTo(arc, target).seconds + min(this.#net.startOf[arc] as number), (arc << BITS) | TARGET)
    while (heap.size > 0 && unsettled > 0 && this.#settled < limits.arcs) {
      if (heap.min > Math.min(limits.seconds, worst)) break
      this.#spread(heap.pop(), target, min, onFound)
    }
    return found
  }

  /** Settles the arcs from which the drive continues with this one. */
  #spread(entry: number, target: Spot, min: (vertex: number) => number, onFound: (arc: number) => void): void {
    const { startOf, streetOf, firstInto, arcsInto, seconds: secondsOf, metres: metresOf } = this.#net
    const run = this.#run
    const arc = entry >> BITS
    const isTarget = (entry & TARGET) !== 0
    const vertex = startOf[arc] as number
    if (this.#doneIn[vertex] === run) return
    const part = isTarget ? this.#upTo(arc, target) : null
    const seconds = part ? part.seconds : (this.#seconds[arc] as number) + (secondsOf[arc >> 1] as number)
    const metres = part ? part.metres : (this.#metres[arc] as number) + (metresOf[arc >> 1] as number)
    const isRound = (entry & ROUND) !== 0
    const back = (streetOf[arc] as number) ^ 1
    let left = 0
    let isRoundLeft = false
    for (let at = firstInto[vertex] as number; at < (firstInto[vertex + 1] as number); at++) {
      const before = arcsInto[at] as number
      if (this.#settledIn[before] === run) continue
      const isBack = streetOf[before] === back
      if (isBack !== isRound || !this.#net.mayTurn(before, arc)) {
        isRoundLeft ||= isBack && !isRound
        left += 1
        continue
      }
      const cost = isRound ? seconds + TURN_ROUND_SECONDS : seconds
      this.#settledIn[before] = run
      this.#seconds[before] = cost
      this.#metres[before] = metres
      this.#next[before] = isTarget ? ~arc : arc
      this.#settled += 1
      if (this.#awaitedIn[before] === run) onFound(before)
      const earlier = startOf[before] as number
      if (this.#doneIn[earlier] !== run)
        this.#heap.push(cost + (secondsOf[before >> 1] as number) + min(earlier), before << BITS)
    }
    if (isRoundLeft) this.#heap.push(seconds + TURN_ROUND_SECONDS + min(vertex), entry | ROUND)
    if (left === 0) this.#doneIn[vertex] = run
  }

  #waiting(from: readonly Spot[]): Map<number, number[]> {
    const waiting = new Map<number, number[]>()
    from.forEach((spot, i) => {
      for (const arc of this.#arcsOf(spot)) {
        const there = waiting.get(arc)
        if (there) there.push(i)
        else waiting.set(arc, [i])
      }
    })
    return waiting
  }

  /** Returns true when spot `i` had no drive before. */
  #look(arc: number, from: readonly Spot[], found: (Reach | null)[], i: number): boolean {
    const spot = from[i]
    if (!spot) return false
    const left = this.#partOf(arc, arc & 1 ? spot.share : 1 - spot.share)
    const seconds = left.seconds + (this.#seconds[arc] as number)
    const known = found[i] ?? null
    if (known !== null && known.seconds <= seconds) return false
    found[i] = { seconds, metres: left.metres + (this.#metres[arc] as number), arc, isDirect: false }
    return known === null
  }

  /** The drive along one arc, when the target lies ahead on it. */
  #direct(spot: Spot, target: Spot): Reach | null {
    if (spot.edge !== target.edge) return null
    for (const arc of this.#arcsOf(spot)) {
      const share = arc & 1 ? spot.share - target.share : target.share - spot.share
      if (share >= 0) return { ...this.#partOf(arc, share), arc, isDirect: true }
    }
    return null
  }

  /** Open arcs of the graph over the spot. */
  #arcsOf({ edge }: Spot): number[] {
    return [2 * edge, 2 * edge + 1].filter((arc) => this.#net.isOpen[arc] === 1)
  }

  #upTo(arc: number, { share }: Spot) {
    return this.#partOf(arc, arc & 1 ? 1 - share : share)
  }

  #partOf(arc: number, share: number): { seconds: number; metres: number } {
    const edge = arc >> 1
    return {
      seconds: (this.#net.seconds[edge] as number) * share,
      metres: (this.#net.metres[edge] as number) * share,
    }
  }
}

function slowestOf(found: readonly (Reach | null)[]): number {
  return found.reduce((worst, reach) => Math.max(worst, reach?.seconds ?? Number.POSITIVE_INFINITY), 0)
}
