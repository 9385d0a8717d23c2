import type { StoredEvent } from '../db/event-log.ts'

/** Missed events are replayed to a client that was away for at most this long. */
export const RESUME_MS = 10 * 60_000
/** Three minutes at a hundred events a second; up to twice as many are in memory, about 20 MB. */
export const MAX_RECENT = 20_000

/** The newest events of the log in memory, so that thousands of clients that reconnect at once cause no query. */
export class RecentEvents {
  #events: StoredEvent[] = []
  /** Every event after this number is in memory. */
  #completeAfter: number

  /** Starts empty: complete for events after `completeAfter`. */
  constructor(completeAfter: number) {
    this.#completeAfter = completeAfter
  }

  /** Appends the next events of the log, in order. */
  add(events: readonly StoredEvent[]): void {
    this.#events.push(...events)
    // Trims in large pieces, because moving the remaining elements costs their number.
    if (this.#events.length < 2 * MAX_RECENT) return
    const gone = this.#events.splice(0, this.#events.length - MAX_RECENT)
    this.#completeAfter = gone.at(-1)?.seq ?? this.#completeAfter
  }

  /** Events after `seq` up to `upTo`, in order; null when not all of them are in memory. */
  between(seq: number, upTo: number): StoredEvent[] | null {
    if (seq < this.#completeAfter) return null
    return this.#events.slice(this.#placeAfter(seq), this.#placeAfter(upTo))
  }

  /** The index of the first event with a higher number, by binary search. */
  #placeAfter(seq: number): number {
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#events[middle]?.seq ?? 0) <= seq) low = middle + 1
      else high = middle
    }
    return low
  }
}
