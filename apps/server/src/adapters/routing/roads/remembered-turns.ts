import type { RoadGraph } from './road-graph.ts'

/** Value in the table of turns: the turn is forbidden. */
const FORBIDDEN = -1

/** A copy of an arc, for a car that has driven the beginning of a forbidden run. */
interface ArcCopy {
  arc: number
  depth: number
  /** The arc or copy that was driven before this one. */
  before: number
}

/**
 * Turns that depend on more than the last arc. A twin of an arc is the same piece of street, for a car that came
 * over the arcs with which a forbidden run begins; so a search over arcs obeys the run without knowing its history. Twins are
 * numbered as arcs of edges after all of the graph's, with the direction of theirs.
 */
export class RememberedTurns {
  readonly #streetArcs: number
  readonly #twins: ArcCopy[] = []
  /** By arc or twin: turns into something else than the plain next arc. */
  readonly #turns = new Map<number, Map<number, number>>()

  constructor({ from, forbidden, forbiddenPaths }: Pick<RoadGraph, 'from' | 'forbidden' | 'forbiddenPaths'>) {
    this.#streetArcs = from.length * 2
    for (let i = 0; i < forbidden.length; i += 2) this.#forbid(forbidden.subarray(i, i + 2))
    const paths = [...runsIn(forbiddenPaths)].sort((a, b) => a.length - b.length)
    for (const path of paths) this.#forbid(path)
    this.#inherit()
  }

  /** The street arc of each twin. */
  get twins(): number[] {
    return this.#twins.map(({ arc }) => arc)
  }

  /** All turns that are not plain: from an arc or twin, into the arc, as which twin; null when it is forbidden. */
  *turns(): Generator<[from: number, next: number, into: number | null]> {
    for (const [from, turns] of this.#turns) {
      for (const [next, into] of turns) yield [from, next, into === FORBIDDEN ? null : into]
    }
  }

  #forbid(run: Uint32Array): void {
    const last = run.at(-1) ?? 0
    let driven = run[0] ?? 0
    for (const arc of run.subarray(1, -1)) {
      const into = this.#turnsOf(driven).get(arc) ?? this.#twin(arc, driven)
      // A shorter run already forbids this one's beginning.
      if (into === FORBIDDEN) return
      driven = into
    }
    this.#turnsOf(driven).set(last, FORBIDDEN)
  }

  #twin(arc: number, before: number): number {
    const number = this.#streetArcs + 2 * this.#twins.length + (arc & 1)
    this.#twins.push({ arc, before, depth: this.#depthOf(before) + 1 })
    this.#turnsOf(before).set(arc, number)
    return number
  }

  /** A car that drove a run also drove its suffixes, so each twin inherits the turns of its longest suffix that has a twin. */
  #inherit(): void {
    const endOf = new Map<number, number>()
    const byDepth = this.#twins.map((copy, i) => ({ ...copy, number: this.#streetArcs + 2 * i + (copy.arc & 1) }))
    byDepth.sort((a, b) => a.depth - b.depth)
    for (const { number, arc, before } of byDepth) {
      const shorter = endOf.get(before)
      const into = shorter === undefined ? arc : (this.#turns.get(shorter)?.get(arc) ?? arc)
      const end = into === FORBIDDEN ? arc : into
      endOf.set(number, end)
      const turns = this.#turnsOf(number)
      for (const [next, goes] of this.#turns.get(end) ?? [])
        if (goes === FORBIDDEN || !turns.has(next)) turns.set(next, goes)
    }
  }

  #depthOf(arc: number): number {
    return arc < this.#streetArcs ? 1 : (this.#twins[(arc - this.#streetArcs) >> 1]?.depth ?? 1)
  }

  #turnsOf(arc: number): Map<number, number> {
    const known = this.#turns.get(arc)
    if (known) return known
    const turns = new Map<number, number>()
    this.#turns.set(arc, turns)
    return turns
  }
}

/** The runs of a graph's `forbiddenPaths`. */
function* runsIn(paths: Uint32Array): Generator<Uint32Array> {
  for (let at = 0; at < paths.length; at += 1 + (paths[at] ?? 0))
    yield paths.subarray(at + 1, at + 1 + (paths[at] ?? 0))
}
