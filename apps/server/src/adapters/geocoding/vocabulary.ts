import { likeness } from './word-likeness.ts'

/** Number of spellings of one typed word that are searched at once. */
const MAX_SPELLINGS = 8
/** Words that share a smaller part of their letter pairs with the typed one are not compared. */
const MIN_SHARED = 0.3
const MIN_LIKENESS = 0.5
/** Number of cached typed words; the next letter needs the other words of the line again. */
const MAX_KNOWN = 2000

/**
 * Every word of a city's names, to correct mistyped ones. A lookup costs in proportion to the words that share letters, not to the city.
 */
export class Vocabulary {
  readonly #sorted: string[]
  readonly #counts: ReadonlyMap<string, number>
  readonly #byPair = new Map<string, number[]>()
  readonly #known = new Map<string, readonly string[]>()

  /** `counts`: number of entries that contain each word. */
  constructor(counts: ReadonlyMap<string, number>) {
    this.#counts = counts
    this.#sorted = [...counts.keys()].sort()
    this.#sorted.forEach((word, at) => {
      for (const pair of pairsOf(word)) {
        const holders = this.#byPair.get(pair)
        if (holders) holders.push(at)
        else this.#byPair.set(pair, [at])
      }
    })
  }

  has(word: string): boolean {
    return this.#counts.has(word)
  }

  /** True when a name has a word with this prefix. */
  hasBeginning(start: string): boolean {
    return this.#sorted[this.#firstAfter(start)]?.startsWith(start) ?? false
  }

  /** Words that may have been meant, the likeliest first; never the typed one. */
  spellingsOf(typed: string): readonly string[] {
    if (typed.length < 4 || /\d/.test(typed)) return []
    const known = this.#known.get(typed)
    if (known) return known
    const found = this.#spellings(typed)
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(typed, found)
    return found
  }

  #spellings(typed: string): string[] {
    const pairs = pairsOf(typed)
    const shared = new Map<number, number>()
    for (const pair of pairs) for (const at of this.#byPair.get(pair) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    const min = Math.max(1, Math.floor(pairs.size * MIN_SHARED))
    const found: { word: string; rank: number }[] = []
    for (const [at, count] of shared) {
      const word = this.#sorted[at] ?? ''
      if (count < min || word === typed || /\d/.test(word)) continue
      const alike = likeness(typed, word)
      if (alike >= MIN_LIKENESS) found.push({ word, rank: alike + 0.01 * Math.log2(1 + (this.#counts.get(word) ?? 0)) })
    }
    found.sort((a, b) => b.rank - a.rank || a.word.localeCompare(b.word))
    return found.slice(0, MAX_SPELLINGS).map(({ word }) => word)
  }

  /** 'caleabucuresti' → 'calea bucuresti'; null when no split gives two words of the city. */
  cutInTwo(typed: string): [string, string] | null {
    for (let at = typed.length - 3; at >= 2; at--) {
      const [one, two] = [typed.slice(0, at), typed.slice(at)]
      if (this.has(one) && (one.length > 2 || /^\d+$/.test(one)) && this.hasBeginning(two)) return [one, two]
    }
    return null
  }

  #firstAfter(start: string): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle] ?? '') < start) low = middle + 1
      else high = middle
    }
    return low
  }
}

function pairsOf(word: string): Set<string> {
  const padded = `^${word}`
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < padded.length; at++) pairs.add(padded.slice(at, at + 2))
  return pairs
}
