import type { NumberedOrder } from './demo-order-rows.ts'
import { endOf } from './demo-story.ts'

interface Span {
  from: Date
  to: Date
}

const HOUR_MS = 3_600_000

/** When each driver of the past was taken: on a trip, or with an offer in hand. Nobody rings twice at once. */
export class Diary {
  /** By driver and hour: a driver has some two thousand spans in a month, and an offer looks at a handful. */
  readonly #spans = new Map<string, Span[]>()

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

  isFree(driverId: number, span: Span): boolean {
    return hoursOf(span).every((hour) =>
      (this.#spans.get(`${driverId} ${hour}`) ?? []).every(({ from, to }) => to <= span.from || span.to <= from),
    )
  }

  note(driverId: number, span: Span): void {
    for (const hour of hoursOf(span)) {
      const key = `${driverId} ${hour}`
      const spans = this.#spans.get(key)
      if (spans) spans.push(span)
      else this.#spans.set(key, [span])
    }
  }
}

function hoursOf({ from, to }: Span): number[] {
  const first = Math.floor(from.getTime() / HOUR_MS)
  const last = Math.floor(to.getTime() / HOUR_MS)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
