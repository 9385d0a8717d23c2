import type { Span } from './world.ts'

/**
 * Answers which of some spans an instant lies in. Spans by `from`, none overlap. Asked in the order of time it mostly
 * repeats its last answer, which it knows how long to believe.
 */
export class SpanFinger<Kind extends Span> {
  readonly #spans: readonly Kind[]
  #answer: Kind | null = null
  /** The answer holds in [since, until). */
  #since = 0
  #until = 0

  constructor(spans: readonly Kind[]) {
    this.#spans = spans
  }

  /** `from` belongs to the span, `to` does not. */
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

/** The spans in order, those that touch or overlap joined; `gap` milliseconds apart counts as touching. */
export function joinSpans(spans: readonly Span[], gap = 0): Span[] {
  const joined: Span[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last.to + gap) last.to = Math.max(last.to, to)
    else if (to > from) joined.push({ from, to })
  }
  return joined
}
