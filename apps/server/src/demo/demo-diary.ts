import type { NumberedOrder } from './demo-order-rows.ts'
import { endOf } from './demo-story.ts'

interface Span {
  from: Date
  to: Date
}

/** When each driver of the past was taken: on a trip, or with an offer in hand. Nobody rings twice at once. */
export class Diary {
  readonly #spans = new Map<number, Span[]>()

  /** Notes every trip, and the round in which its driver said yes. */
  constructor(orders: readonly NumberedOrder[]) {
    for (const order of orders) {
      const { assignment, search } = order
      if (assignment)
        this.note(assignment.driverId, {
          from: search?.rounds.at(-1)?.startedAt ?? assignment.assignedAt,
          to: endOf(order),
        })
    }
  }

  isFree(driverId: number, { from, to }: Span): boolean {
    return (this.#spans.get(driverId) ?? []).every((span) => span.to <= from || to <= span.from)
  }

  note(driverId: number, span: Span): void {
    const spans = this.#spans.get(driverId)
    if (spans) spans.push(span)
    else this.#spans.set(driverId, [span])
  }
}
