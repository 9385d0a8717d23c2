interface Appointment {
  at: number
  /** Breaks ties by creation order, so that a run is reproducible. */
  no: number
  does: () => void
}

/** A clock that jumps from one appointment to the next. Milliseconds since 1970. */
export class VirtualClock {
  #now: number
  #made = 0
  /** Binary min-heap: each appointment sorts before its two children at 2i+1 and 2i+2. */
  readonly #heap: Appointment[] = []

  constructor(now: number) {
    this.#now = now
  }

  get now(): number {
    return this.#now
  }

  /** An appointment in the past runs at the current instant. */
  at(instant: number, does: () => void): void {
    this.#made += 1
    const made: Appointment = { at: Math.max(instant, this.#now), no: this.#made, does }
    let place = this.#heap.length
    while (place > 0) {
      const above = (place - 1) >> 1
      const parent = this.#heap[above]
      if (parent === undefined || isBefore(parent, made)) break
      this.#heap[place] = parent
      place = above
    }
    this.#heap[place] = made
  }

  /** Runs the next appointment; false when there is none. */
  step(): boolean {
    const next = this.#heap[0]
    if (next === undefined) return false
    const last = this.#heap.pop()
    if (last !== undefined && last !== next) this.#sink(last)
    this.#now = next.at
    next.does()
    return true
  }

  #sink(moved: Appointment): void {
    let place = 0
    for (;;) {
      const left = 2 * place + 1
      const a = this.#heap[left]
      if (a === undefined) break
      const b = this.#heap[left + 1]
      const isLeft = b === undefined || isBefore(a, b)
      const child = isLeft ? a : b
      if (isBefore(moved, child)) break
      this.#heap[place] = child
      place = isLeft ? left : left + 1
    }
    this.#heap[place] = moved
  }
}

function isBefore(a: Appointment, b: Appointment): boolean {
  return a.at < b.at || (a.at === b.at && a.no < b.no)
}
