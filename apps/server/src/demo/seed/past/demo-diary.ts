import type { DriverId } from '@dispecerat/domain/kernel/ids'
import type { NumberedOrder } from './demo-order-rows.ts'
import { endOf } from './demo-story.ts'

interface Span {
  from: Date
  to: Date
}

const HOUR_MS = 3_600_000

/** Times at which each driver was on a trip or had an offer, so that no driver has two offers at once. */
export class Diary {
  /** The key is driver and hour: a driver has about 2000 spans in a month, and a look-up must not scan all of them. */
  readonly #spans = new Map<string, Span[]>()

  /** Adds the spans of all trips, each from the round in which its driver accepted. */
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

  isFree(driverId: DriverId, span: Span): boolean {
    return hoursOf(span).every((hour) =>
      (this.#spans.get(`${driverId} ${hour}`) ?? []).every(({ from, to }) => to <= span.from || span.to <= from),
    )
  }

  note(driverId: DriverId, span: Span): void {
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
