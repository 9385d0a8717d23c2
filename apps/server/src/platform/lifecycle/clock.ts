/** The clock of the application; all code that reads the time gets it as a parameter. */
export interface Clock {
  /** Never goes back and never jumps by less than an hour, so that timers of seconds keep their length. */
  now(): Date
  /** The wall clock of the machine, right or wrong: for codes that are compared with other clocks. */
  wall(): Date
  /** Monotonic milliseconds since some moment: for delays within one process. */
  elapsedMs(): number
  /** Registers a listener that runs before a step of more than an hour is adopted; the returned function removes it. */
  onLargeStep?(listener: LargeStepListener): () => void
}

/** A step of the machine's clock that is too large to be absorbed. */
export interface LargeStep {
  /** The time before the step. */
  from: Date
  /** Negative when the machine's clock was set back. */
  seconds: number
}

export interface LargeStepListener {
  /** Moves stored due times. The clock continues with the old time until it resolves, and calls it again until one more succeeds. */
  prepare(step: LargeStep): Promise<void>
  /** Called when the new time applies. */
  adopted(step: LargeStep): void
}

/** The two clocks of a machine: a wall clock that people and NTP may set, and a monotonic one. */
export interface TimeSource {
  wallMs(): number
  monotonicMs(): number
}

export interface ClockStep {
  /** Negative when the machine's clock was set back. */
  seconds: number
  /** `absorbed` gradually, or `adopted` at once. */
  answer: 'absorbed' | 'adopted'
}

/** While a step is absorbed, a second is at most this much shorter or longer than a real one. */
const MAX_SLEW = 0.05
/** Above the deviation that NTP leaves on a healthy machine. */
const STEP_MS = 5_000
/** A larger step means that the machine slept or had a wrong time zone: absorbing it would take more than a day. */
const MAX_ABSORBED_MS = 3_600_000
const PREPARE_RETRY_DELAY_MS = 1_000

const machine: TimeSource = { wallMs: () => Date.now(), monotonicMs: () => performance.now() }

export interface SteadyClockOptions {
  source?: TimeSource
  /** Called once for every step of the machine's clock. */
  stepped?(step: ClockStep): void
}

/**
 * Follows the monotonic clock and approaches the wall clock by 5 % of the elapsed time, so that a step of the wall clock neither stalls
 * rounds, positions and rate limits nor ends them all at once. A step of more than an hour is adopted, because absorbing it would take
 * days; it applies after the due times stored with the old time have been moved.
 */
export class SteadyClock implements Clock {
  readonly #source: TimeSource
  readonly #stepped: (step: ClockStep) => void
  #nowMs: number
  #monotonicMs: number
  #errorMs = 0
  #listener: LargeStepListener | null = null
  /** An adopted step: what was stored with the old time while due times were being moved is still to be moved. */
  #adopted: LargeStep | null = null
  #isPreparing = false
  #prepareAtMs = 0

  constructor({ source = machine, stepped = () => {} }: SteadyClockOptions = {}) {
    this.#source = source
    this.#stepped = stepped
    this.#nowMs = source.wallMs()
    this.#monotonicMs = source.monotonicMs()
  }

  now(): Date {
    const monotonicMs = this.#source.monotonicMs()
    const passedMs = monotonicMs - this.#monotonicMs
    this.#monotonicMs = monotonicMs
    this.#nowMs += passedMs
    this.#approach(this.#source.wallMs() - this.#nowMs, passedMs * MAX_SLEW)
    this.#continueMoving()
    return new Date(this.#nowMs)
  }

  wall(): Date {
    return new Date(this.#source.wallMs())
  }

  elapsedMs(): number {
    return this.#source.monotonicMs()
  }

  onLargeStep(listener: LargeStepListener): () => void {
    this.#listener = listener
    return () => {
      if (this.#listener === listener) this.#listener = null
    }
  }

  /**
   * A process that starts after the clock was set back continues where the recorded history ends. Returns a step that is too large for
   * that: the due times of the history must be moved.
   */
  startNotBefore(recorded: Date): LargeStep | null {
    const aheadMs = recorded.getTime() - this.now().getTime()
    if (aheadMs <= 0) return null
    const answer = this.#answerTo(aheadMs)
    const seconds = -aheadMs / 1000
    if (answer === 'absorbed') this.#nowMs = recorded.getTime()
    if (aheadMs > STEP_MS) this.#stepped({ seconds, answer })
    this.#errorMs = this.#source.wallMs() - this.#nowMs
    return answer === 'adopted' ? { from: recorded, seconds } : null
  }

  #approach(errorMs: number, maxMs: number): void {
    const stepMs = errorMs - this.#errorMs
    const answer = this.#answerTo(errorMs)
    if (Math.abs(stepMs) > STEP_MS) this.#stepped({ seconds: stepMs / 1000, answer })
    const correctionMs = answer === 'adopted' ? this.#adoptable(errorMs) : Math.max(-maxMs, Math.min(maxMs, errorMs))
    this.#nowMs += correctionMs
    this.#errorMs = errorMs - correctionMs
  }

  /** All of it when there is no listener; otherwise nothing yet. */
  #adoptable(errorMs: number): number {
    if (this.#listener === null) return errorMs
    if (this.#adopted === null && this.#mayPrepare) void this.#adopt(this.#listener, errorMs)
    return 0
  }

  #continueMoving(): void {
    const [listener, step] = [this.#listener, this.#adopted]
    if (listener !== null && step !== null && this.#mayPrepare) void this.#attempt(() => this.#moveRest(listener, step))
  }

  get #mayPrepare(): boolean {
    return !this.#isPreparing && this.#monotonicMs >= this.#prepareAtMs
  }

  #adopt(listener: LargeStepListener, stepMs: number): Promise<void> {
    const step = { from: new Date(this.#nowMs), seconds: stepMs / 1000 }
    return this.#attempt(async () => {
      await listener.prepare(step)
      this.#nowMs += stepMs
      this.#errorMs -= stepMs
      this.#adopted = step
      listener.adopted(step)
      await this.#moveRest(listener, step)
    })
  }

  async #moveRest(listener: LargeStepListener, step: LargeStep): Promise<void> {
    await listener.prepare(step)
    this.#adopted = null
  }

  /** What fails is tried again after a second; the listener logs the reason. */
  async #attempt(run: () => Promise<void>): Promise<void> {
    this.#isPreparing = true
    // Lets the reader of the clock continue first, so that the listener can read it too.
    await Promise.resolve()
    try {
      await run()
    } catch {
      this.#prepareAtMs = this.#monotonicMs + PREPARE_RETRY_DELAY_MS
    } finally {
      this.#isPreparing = false
    }
  }

  #answerTo(errorMs: number): ClockStep['answer'] {
    return Math.abs(errorMs) > MAX_ABSORBED_MS ? 'adopted' : 'absorbed'
  }
}

/** True when the machine's clock differs from this one by enough for a health warning. */
export function isOffTheWall(clock: Clock): boolean {
  return Math.abs(clock.wall().getTime() - clock.now().getTime()) > STEP_MS
}

export const systemClock: Clock = { now: () => new Date(), wall: () => new Date(), elapsedMs: () => performance.now() }
