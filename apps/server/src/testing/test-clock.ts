import { type Clock, type LargeStepListener, SteadyClock } from '../platform/lifecycle/clock.ts'

/** The clocks of a machine, which stand still until a test advances them; read as the server reads a real machine's. */
export class TestClock implements Clock {
  #wallMs: number
  #monotonicMs = 0
  #steady: SteadyClock
  #listener: LargeStepListener | null = null

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

  elapsedMs(): number {
    return this.#monotonicMs
  }

  onLargeStep(listener: LargeStepListener): () => void {
    this.#listener = listener
    return this.#steady.onLargeStep(listener)
  }

  /** Sets the time as if the process had not run before. */
  set(at: string | Date): void {
    const wallMs = new Date(at).getTime()
    this.#monotonicMs += Math.max(0, wallMs - this.#wallMs)
    this.#wallMs = wallMs
    this.#steady = this.#start()
    if (this.#listener) this.#steady.onLargeStep(this.#listener)
  }

  pass(seconds: number): void {
    this.#wallMs += seconds * 1000
    this.#monotonicMs += seconds * 1000
    this.now()
  }

  /** Sets the wall clock only, as an administrator of the machine would; no time passes. */
  step(seconds: number): void {
    this.now()
    this.#wallMs += seconds * 1000
  }

  #start(): SteadyClock {
    return new SteadyClock({ source: { wallMs: () => this.#wallMs, monotonicMs: () => this.#monotonicMs } })
  }
}
