/** The clock of the trade; everything that reads the time is handed one. */
export interface Clock {
  /** Never goes back and never jumps by less than an hour: what waits for seconds gets its seconds. */
  now(): Date
  /** What the machine's clock says at this instant, right or wrong: for codes that are compared with clocks elsewhere. */
  wall(): Date
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

const machine: TimeSource = { wallMs: () => Date.now(), monotonicMs: () => performance.now() }

export interface SteadyClockOptions {
  source?: TimeSource
  /** Told once for every step of the machine's clock. */
  stepped?(step: ClockStep): void
}

/**
 * Counts by the monotonic clock and approaches the machine's by 5 % of the time that passes. A step of the machine's
 * clock neither puts rounds, positions and rate limits to sleep nor ends them all at once.
 */
export class SteadyClock implements Clock {
  readonly #source: TimeSource
  readonly #stepped: (step: ClockStep) => void
  #nowMs: number
  #monotonicMs: number
  #errorMs = 0

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

  /** A process that starts after the clock was set back goes on where the recorded history ends. */
  startNotBefore(recorded: Date): void {
    const aheadMs = recorded.getTime() - this.now().getTime()
    if (aheadMs <= 0) return
    if (aheadMs <= MAX_ABSORBED_MS) this.#nowMs = recorded.getTime()
    if (aheadMs > STEP_MS) this.#stepped({ seconds: -aheadMs / 1000, answer: this.#answerTo(aheadMs) })
    this.#errorMs = this.#source.wallMs() - this.#nowMs
  }

  #approach(errorMs: number, mostMs: number): void {
    const stepMs = errorMs - this.#errorMs
    const answer = this.#answerTo(errorMs)
    if (Math.abs(stepMs) > STEP_MS) this.#stepped({ seconds: stepMs / 1000, answer })
    const correctionMs = answer === 'adopted' ? errorMs : Math.max(-mostMs, Math.min(mostMs, errorMs))
    this.#nowMs += correctionMs
    this.#errorMs = errorMs - correctionMs
  }

  #answerTo(errorMs: number): ClockStep['answer'] {
    return Math.abs(errorMs) > MAX_ABSORBED_MS ? 'adopted' : 'absorbed'
  }
}

/** How far the machine's clock is from the trade's, when it is worth a sign. */
export function isOffTheWall(clock: Clock): boolean {
  return Math.abs(clock.wall().getTime() - clock.now().getTime()) > STEP_MS
}

export const systemClock: Clock = { now: () => new Date(), wall: () => new Date() }
