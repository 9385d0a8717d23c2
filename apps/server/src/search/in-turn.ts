/**
 * Lets one at a time through for each order of this node. Fifty phones may say yes in the same second: each would hold a
 * connection of the pool while it waits for the order's row, and requests of other orders would find none. The row's lock
 * stays the guard, for the other nodes' sake.
 */
export class InTurn {
  readonly #last = new Map<number, Promise<unknown>>()

  /** Runs `work` when all that was asked for this order before has ended, however it ended. */
  run<Result>(orderId: number, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(orderId) ?? Promise.resolve()).then(work)
    const ended = result
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(orderId) === ended) this.#last.delete(orderId)
      })
    this.#last.set(orderId, ended)
    return result
  }

  /** Orders somebody waits for. */
  get size(): number {
    return this.#last.size
  }
}
