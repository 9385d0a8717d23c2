import type { Clock } from '../platform/lifecycle/clock.ts'

/** A clock that runs in real time and can be advanced, for tests of a whole server that wait for the next second. */
export class MovedClock implements Clock {
  #aheadMs = 0

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  wall(): Date {
    return this.now()
  }

  elapsedMs(): number {
    return performance.now() + this.#aheadMs
  }

  pass(seconds: number): void {
    this.#aheadMs += seconds * 1000
  }
}
