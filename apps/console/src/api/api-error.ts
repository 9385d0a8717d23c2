import type { Problem } from '@dispecerat/contract/kernel/wire'

/** An error reply of the server, or (status 0) no reply at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  /** Dotted field → Romanian messages; empty unless the status is 422. */
  readonly fieldMessages: Readonly<Record<string, string[]>>

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.message ?? `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? null
    this.fieldMessages = problem.errors ?? {}
  }

  /** No reply, or one from a server that may have saved all the same: a retry uses the same Idempotency-Key. */
  get mayHaveSaved(): boolean {
    return this.isSilence || this.status === 503
  }

  get isSilence(): boolean {
    return this.status === 0
  }
}

/** The resource does not exist or is not visible to this user: a retry is of no use. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403)
}
