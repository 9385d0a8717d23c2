/** The clock of the trade; everything that reads the time is handed one. */
export interface Clock {
  /** Never goes back and never jumps by less than an hour: what waits for seconds gets its seconds. */
  now(): Date
  /** What the machine's clock says at this instant, right or wrong: for codes that are compared with clocks elsewhere. */
  wall(): Date
  /** Milliseconds that passed since some moment, whatever anybody sets: for waits within one process. */
  elapsedMs(): number
  /** Is asked before a step of more than an hour counts; the returned function ends that. */
  onLargeStep?(listener: LargeStepListener): () => void
}

/** A step of the machine's clock that is too large to be absorbed. */
export interface LargeStep {
  /** The time before it. */
  from: Date
  /** Negative when the machine's clock was set back. */
  seconds: number
}

export interface LargeStepListener {
  /** Moves due times that are stored. The clock goes on as before until it is done, and once more afterwards. */
  prepare(step: LargeStep): Promise<void>
  /** The new time counts from now on. */
  adopted(step: LargeStep): void
}

/** What a machine offers: a clock that people and NTP may set, and one that only counts. */
export interface TimeSource {
  wallMs(): number
  monotonicMs(): number
}

export interface ClockStep {
  /** Negative when the machine's clock was set back. */
  seconds: number
  /** `absorbed` little by little, or `adopted` at once. */
  answer: 'absorbed' | 'adopted'
}

/** A second of the trade is at most so much shorter or longer than a real one while a step is absorbed. */
const MAX_SLEW = 0.05
/** More than NTP leaves on a healthy machine. */
const STEP_MS = 5_000
/** A machine that slept, or a wrong time zone: absorbing it would take more than a day. */
const MAX_ABSORBED_MS = 3_600_000
const PREPARE_RETRY_DELAY_MS = 1_000

const machine: TimeSource = { wallMs: () => Date.now(), monotonicMs: () => performance.now() }

export interface SteadyClockOptions {
  source?: TimeSource
  /** Told once for every step of the machine's clock. */
  stepped?(step: ClockStep): void
}

/**
 * Counts by the monotonic clock and approaches the machine's by 5 % of the time that passes. A step of the machine's
 * clock neither puts rounds, positions and rate limits to sleep nor ends them all at once. A step of more than an hour is adopted, because
 * absorbing it would take days; it counts when the due times that were stored by the old time are moved.
 */
export class SteadyClock implements Clock {
  readonly #source: TimeSource
  readonly #stepped: (step: ClockStep) => void
  #nowMs: number
  #monotonicMs: number
  #errorMs = 0
  #listener: LargeStepListener | null = null
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
   * A process that starts after the clock was set back goes on where the recorded history ends. Returns a step that is too large for that:
   * due times of the history have to be moved.
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

  /** All of it where nobody has to be asked before; otherwise nothing yet. */
  #adoptable(errorMs: number): number {
    if (this.#listener === null) return errorMs
    if (!this.#isPreparing && this.#monotonicMs >= this.#prepareAtMs) void this.#prepare(this.#listener, errorMs)
    return 0
  }

  async #prepare(listener: LargeStepListener, stepMs: number): Promise<void> {
    const step = { from: new Date(this.#nowMs), seconds: stepMs / 1000 }
    this.#isPreparing = true
    // Whoever reads the clock goes on first, so that the listener may read it too.
    await Promise.resolve()
    try {
      await listener.prepare(step)
      this.#nowMs += stepMs
      this.#errorMs -= stepMs
      listener.adopted(step)
      // What was written by the old time while the due times were moved.
      await listener.prepare(step)
    } catch {
      // The listener tells why; until it has done its work the old time counts.
      this.#prepareAtMs = this.#monotonicMs + PREPARE_RETRY_DELAY_MS
    } finally {
      this.#isPreparing = false
    }
  }

  #answerTo(errorMs: number): ClockStep['answer'] {
    return Math.abs(errorMs) > MAX_ABSORBED_MS ? 'adopted' : 'absorbed'
  }
}

/** How far the machine's clock is from the trade's, when it is worth a sign. */
export function isOffTheWall(clock: Clock): boolean {
  return Math.abs(clock.wall().getTime() - clock.now().getTime()) > STEP_MS
}

export const systemClock: Clock = { now: () => new Date(), wall: () => new Date(), elapsedMs: () => performance.now() }
