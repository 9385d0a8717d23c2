import type { Problem } from '@dispecerat/contract/wire'

/** The server said no, or (status 0) did not answer at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  /** Dotted field → Romanian messages; empty unless the status is 422. */
  readonly fields: Readonly<Record<string, string[]>>

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.message ?? `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? null
    this.fields = problem.errors ?? {}
  }

  /** Nobody knows whether a write was made: a repeat must carry the same Idempotency-Key. */
  get isOutcomeUnknown(): boolean {
    return this.isSilence || this.code === 'request.outcome_unknown'
  }

  get isSilence(): boolean {
    return this.status === 0
  }
}
