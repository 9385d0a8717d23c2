import { TooManyRequests } from '../../platform/http/problem.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'

/** Wrong guesses in a row without a delay: people mistype, and try their other passwords. */
const FREE = 4
const FIRST_DELAY_S = 30
const MAX_DELAY_S = 15 * 60
/** The delays are reset a day after the last wrong guess. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000
const MAX_KEYS = 50_000

interface Guesses {
  wrong: number
  at: number
}

/** After the fifth wrong guess for a key the next one must wait 30 s, then twice as long each time, up to a quarter of an hour. */
export class GuessDelays {
  readonly #clock: Clock
  readonly #guesses = new Map<string, Guesses>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws TooManyRequests while the key must wait. */
  requireCapacity(key: string): void {
    const leftMs = openAt(this.#guesses.get(key)) - this.#clock.elapsedMs()
    if (leftMs > 0) throw new TooManyRequests(Math.ceil(leftMs / 1000))
  }

  /**
   * Counts a guess before it is checked, so that concurrent ones count. Throws TooManyRequests; the returned function takes the guess back.
   */
  take(key: string): () => void {
    this.requireCapacity(key)
    const at = this.#clock.elapsedMs()
    const guesses = this.#guesses.get(key) ?? { wrong: 0, at }
    const before = guesses.at
    if (at - before > FORGOTTEN_AFTER_MS) guesses.wrong = 0
    guesses.wrong += 1
    guesses.at = at
    this.#guesses.delete(key)
    this.#guesses.set(key, guesses)
    this.#freeSpace()
    return () => {
      guesses.wrong -= 1
      if (guesses.at === at) guesses.at = before
      if (guesses.wrong <= 0 && this.#guesses.get(key) === guesses) this.#guesses.delete(key)
    }
  }

  forget(key: string): void {
    this.#guesses.delete(key)
  }

  #freeSpace(): void {
    if (this.#guesses.size <= MAX_KEYS) return
    const oldest = this.#guesses.keys().next().value
    if (oldest !== undefined) this.#guesses.delete(oldest)
  }
}

function openAt(guesses: Guesses | undefined): number {
  if (!guesses || guesses.wrong <= FREE) return 0
  const delayS = Math.min(MAX_DELAY_S, FIRST_DELAY_S * 2 ** (guesses.wrong - FREE - 1))
  return guesses.at + delayS * 1000
}
