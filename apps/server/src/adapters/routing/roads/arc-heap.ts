const INITIAL_CAPACITY = 1 << 12
const CHILDREN = 4

/** Arcs by cost, cheapest first: a heap with four children, in typed arrays that grow. */
export class ArcHeap {
  #costs = new Float64Array(INITIAL_CAPACITY)
  #arcs = new Int32Array(INITIAL_CAPACITY)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Cost of the cheapest arc; infinite when the heap is empty. */
  get min(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : (this.#costs[0] ?? 0)
  }

  clear(): void {
    this.#size = 0
  }

  push(cost: number, arc: number): void {
    if (this.#size === this.#costs.length) this.#grow()
    const costs = this.#costs
    const arcs = this.#arcs
    let at = this.#size++
    while (at > 0) {
      const parent = ((at - 1) / CHILDREN) | 0
      const parentCost = costs[parent] as number
      if (parentCost <= cost) break
      costs[at] = parentCost
      arcs[at] = arcs[parent] as number
      at = parent
    }
    costs[at] = cost
    arcs[at] = arc
  }

  /** Removes and returns the cheapest arc; -1 when there is none. */
  pop(): number {
    if (this.#size === 0) return -1
    const costs = this.#costs
    const arcs = this.#arcs
    const top = arcs[0] as number
    const size = --this.#size
    const cost = costs[size] as number
    const arc = arcs[size] as number
    let at = 0
    for (;;) {
      const first = at * CHILDREN + 1
      if (first >= size) break
      let min = first
      const end = Math.min(first + CHILDREN, size)
      for (let child = first + 1; child < end; child++)
        if ((costs[child] as number) < (costs[min] as number)) min = child
      if ((costs[min] as number) >= cost) break
      costs[at] = costs[min] as number
      arcs[at] = arcs[min] as number
      at = min
    }
    costs[at] = cost
    arcs[at] = arc
    return top
  }

  #grow(): void {
    const costs = new Float64Array(this.#size * 2)
    costs.set(this.#costs)
    this.#costs = costs
    const arcs = new Int32Array(this.#size * 2)
    arcs.set(this.#arcs)
    this.#arcs = arcs
  }
}
