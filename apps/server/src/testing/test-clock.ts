import type { Clock } from '../clock.ts'

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #at: number

  constructor(at: string | Date) {
    this.#at = new Date(at).getTime()
    if (Number.isNaN(this.#at)) throw new Error(`not a time: ${String(at)}`)
  }

  now(): Date {
    return new Date(this.#at)
  }

  set(at: string | Date): void {
    this.#at = new Date(at).getTime()
  }

  pass(seconds: number): void {
    this.#at += seconds * 1000
  }
}
