import { type Clock, SteadyClock } from '../clock.ts'

/** A machine's clocks that stand still until a test moves them, read as the server reads a real machine's. */
export class TestClock implements Clock {
  #wallMs: number
  #monotonicMs = 0
  #steady: SteadyClock

  constructor(at: string | Date) {
    this.#wallMs = new Date(at).getTime()
    if (Number.isNaN(this.#wallMs)) throw new Error(`not a time: ${String(at)}`)
    this.#steady = this.#start()
  }

  now(): Date {
    return this.#steady.now()
  }

  wall(): Date {
    return this.#steady.wall()
  }

  set(at: string | Date): void {
    this.#wallMs = new Date(at).getTime()
    this.#steady = this.#start()
  }

  pass(seconds: number): void {
    this.#wallMs += seconds * 1000
    this.#monotonicMs += seconds * 1000
    this.now()
  }

  /** Somebody sets the machine's clock; no time passes. */
  step(seconds: number): void {
    this.now()
    this.#wallMs += seconds * 1000
  }

  #start(): SteadyClock {
    return new SteadyClock({ source: { wallMs: () => this.#wallMs, monotonicMs: () => this.#monotonicMs } })
  }
}
