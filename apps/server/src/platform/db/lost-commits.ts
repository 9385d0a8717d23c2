import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Clock } from '../lifecycle/clock.ts'

/** A person who reads that the outcome is unknown retries within this time, or looks for the row. */
const CACHE_MS = 30_000
const MAX_STORED = 1_000
const TOPIC = 'lost_commits'

/** The bus between the processes of one installation. A lost hint only means that this process does not recognise the repeat. */
interface Hints {
  publish(topic: string, message: string): void
  subscribe(topic: string, listener: (message: string) => void): void
}

/** Requests without an Idempotency-Key whose commit got no reply, with the key under which their result is stored if it was made. */
export class LostCommits {
  readonly #lost = new Map<string, { key: string; until: number }>()
  readonly #bus: Hints | null

  /** With a bus a repeat is recognised by every process. */
  constructor(shared?: { bus: Hints; clock: Clock }) {
    this.#bus = shared?.bus ?? null
    shared?.bus.subscribe(TOPIC, (message) => {
      const { name, key } = JSON.parse(message) as { name: string; key: string }
      this.#keep(name, key, shared.clock.now())
    })
  }

  add(userId: UserId, fingerprint: string, { key, now }: { key: string; now: Date }): void {
    const name = nameOf(userId, fingerprint)
    this.#keep(name, key, now)
    this.#bus?.publish(TOPIC, JSON.stringify({ name, key }))
  }

  keyOf(userId: UserId, fingerprint: string, now: Date): string | null {
    this.#forgetBefore(now.getTime())
    return this.#lost.get(nameOf(userId, fingerprint))?.key ?? null
  }

  #keep(name: string, key: string, now: Date): void {
    this.#forgetBefore(now.getTime())
    this.#lost.set(name, { key, until: now.getTime() + CACHE_MS })
  }

  #forgetBefore(nowMs: number): void {
    for (const [name, { until }] of this.#lost) {
      if (until >= nowMs && this.#lost.size <= MAX_STORED) return
      this.#lost.delete(name)
    }
  }
}

const nameOf = (userId: UserId, fingerprint: string) => `${userId} ${fingerprint}`
