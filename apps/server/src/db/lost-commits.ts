/** A person who reads that nobody knows asks again within this time, or looks. */
const KEPT_MS = 30_000
const MOST_KEPT = 1_000

/** Requests without an Idempotency-Key whose commit nobody answered, and the key their result is kept under if it was made. */
export class LostCommits {
  readonly #lost = new Map<string, { key: string; until: number }>()

  add(userId: number, fingerprint: string, lost: { key: string; now: Date }): void {
    this.#forgetBefore(lost.now.getTime())
    this.#lost.set(nameOf(userId, fingerprint), { key: lost.key, until: lost.now.getTime() + KEPT_MS })
  }

  keyOf(userId: number, fingerprint: string, now: Date): string | null {
    this.#forgetBefore(now.getTime())
    return this.#lost.get(nameOf(userId, fingerprint))?.key ?? null
  }

  #forgetBefore(nowMs: number): void {
    for (const [name, { until }] of this.#lost) {
      if (until >= nowMs && this.#lost.size <= MOST_KEPT) return
      this.#lost.delete(name)
    }
  }
}

const nameOf = (userId: number, fingerprint: string) => `${userId} ${fingerprint}`
