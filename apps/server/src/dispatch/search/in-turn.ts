import type { OrderId } from '@dispecerat/domain/kernel/ids'
// Apart from search.routes.ts: a queue with its own test.

/**
 * Serialises work per order on this node. Fifty phones may accept in the same second: each would hold a connection of the pool while it
 * waits for the order's row, and requests of other orders would find none. The row lock remains the guard against other nodes.
 */
export class InTurn {
  readonly #last = new Map<number, Promise<unknown>>()

  /** Runs `work` after all earlier work for this order has settled. */
  run<Result>(orderId: OrderId, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(orderId) ?? Promise.resolve()).then(work)
    const ended = result
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(orderId) === ended) this.#last.delete(orderId)
      })
    this.#last.set(orderId, ended)
    return result
  }

  /** Number of orders with pending work. */
  get size(): number {
    return this.#last.size
  }
}
