/** Random generator that is reproducible for a seed; the simulation uses no other source of chance. */
export interface SeededRandom {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number, both ends inclusive. */
  whole(from: number, to: number): number
  /** A number between the two. */
  between(from: number, to: number): number
  /** True `percent` times of a hundred. */
  chance(percent: number): boolean
  /** One of them; throws when there is none. */
  pick<T>(items: readonly T[]): T
  /** One of them, in proportion to the weights. */
  weighted<T>(items: readonly (readonly [T, number])[]): T
  shuffled<T>(items: readonly T[]): T[]
  /** An independent generator for one purpose: its draws never shift those of this one. */
  fork(purpose: string): SeededRandom
}

/** Mulberry32 on a 32 bit seed. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error('nothing to pick from')
    return items[Math.floor(next() * items.length)] as T
  }
  return {
    next,
    whole,
    pick,
    between: (from, to) => from + next() * (to - from),
    chance: (percent) => next() * 100 < percent,
    weighted: (items) => byWeight(items, next()),
    shuffled: (items) => shuffle(items, whole),
    fork: (purpose) => seededRandom(mixText(seed, purpose)),
  }
}

function byWeight<T>(items: readonly (readonly [T, number])[], at: number): T {
  const last = items.at(-1)
  if (!last) throw new Error('nothing to pick from')
  let left = at * items.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [item, weight] of items) {
    left -= weight
    if (left < 0) return item
  }
  return last[0]
}

function shuffle<T>(items: readonly T[], whole: (from: number, to: number) => number): T[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = whole(0, last)
    ;[mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T]
  }
  return mixed
}

/** FNV-1a over the text, started from the seed. */
function mixText(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}
