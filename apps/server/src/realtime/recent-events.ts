import type { StoredEvent } from '../db/event-log.ts'

/** Missed events are sent again to a client that was away for at most this long. */
export const RESUME_MS = 10 * 60_000
/** Three minutes at a hundred events a second; up to twice as many are in memory, about 20 MB. */
export const MAX_RECENT = 20_000

/** The newest events of the log in memory, so that thousands of clients that come back at once ask the database nothing. */
export class RecentEvents {
  #events: StoredEvent[] = []
  /** Every event after this number is here. */
  #completeAfter: number

  /** Holds nothing yet of what comes after `completeAfter`. */
  constructor(completeAfter: number) {
    this.#completeAfter = completeAfter
  }

  /** The next events of the log, in order. */
  add(events: readonly StoredEvent[]): void {
    this.#events.push(...events)
    // Trimmed in large pieces: moving the rest costs its length.
    if (this.#events.length < 2 * MAX_RECENT) return
    const gone = this.#events.splice(0, this.#events.length - MAX_RECENT)
    this.#completeAfter = gone.at(-1)?.seq ?? this.#completeAfter
  }

  /** Events after `seq` up to `upTo`, in order; null when not all of them are here. */
  between(seq: number, upTo: number): StoredEvent[] | null {
    if (seq < this.#completeAfter) return null
    return this.#events.slice(this.#placeAfter(seq), this.#placeAfter(upTo))
  }

  /** Where the first event with a higher number stands; by halving. */
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
