import type { Span } from './world.ts'

/**
 * Finds the span that contains an instant. Spans are sorted by `from` and do not overlap. Queries mostly come in time order, so the last
 * answer is cached with the interval for which it holds.
 */
export class SpanFinger<Kind extends Span> {
  readonly #spans: readonly Kind[]
  #answer: Kind | null = null
  /** The cached answer holds in [since, until). */
  #since = 0
  #until = 0

  constructor(spans: readonly Kind[]) {
    this.#spans = spans
  }

  /** `from` is inclusive, `to` exclusive. */
  at(instant: number): Kind | null {
    if (instant < this.#since || instant >= this.#until) this.#look(instant)
    return this.#answer
  }

  #look(instant: number): void {
    let low = 0
    let high = this.#spans.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#spans[middle]?.from ?? 0) <= instant) low = middle + 1
      else high = middle
    }
    const begun = this.#spans[low - 1]
    const isInside = begun !== undefined && instant < begun.to
    this.#answer = isInside ? begun : null
    this.#since = (isInside ? begun.from : begun?.to) ?? Number.NEGATIVE_INFINITY
    this.#until = isInside ? begun.to : (this.#spans[low]?.from ?? Number.POSITIVE_INFINITY)
  }
}

/** Merges spans that touch or overlap, sorted; `gap` milliseconds apart counts as touching. */
export function joinSpans(spans: readonly Span[], gap = 0): Span[] {
  const joined: Span[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last.to + gap) last.to = Math.max(last.to, to)
    else if (to > from) joined.push({ from, to })
  }
  return joined
}
