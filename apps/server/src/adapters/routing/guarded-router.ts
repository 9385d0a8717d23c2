import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Router } from './routing.ts'
import { straightLineRouter } from './straight-line-router.ts'

/** A circuit breaker: after so many failures in a row the router is not requested for a while; then one request tries it again. */
const FAILURES_BEFORE_REST = 3
const REST_MS = 10_000

export type RouterOutcome = 'answered' | 'failed' | 'skipped'

export interface GuardedRouter extends Router {
  /** False while the last request failed: distances are estimated. */
  isWell(): boolean
  knowsRoads(): boolean
}

/**
 * A router whose failures block nobody: what it does not answer is estimated from the straight line.
 * `onOutcome` gets the outcome of each request, `failed` the error.
 */
export function guardedRouter(
  router: Router,
  {
    clock,
    onOutcome,
    failed,
  }: { clock: { elapsedMs(): number }; onOutcome(outcome: RouterOutcome): void; failed(reason: string): void },
): GuardedRouter {
  let failures = 0
  let restsUntil = 0
  let isTrying = false

  const mayRequest = (): boolean => {
    if (failures < FAILURES_BEFORE_REST) return true
    return !isTrying && clock.elapsedMs() >= restsUntil
  }
  const knowsRoads = () => router.knowsRoads?.() ?? true

  async function request<Answer>(question: (of: Router) => Promise<Answer>): Promise<Answer> {
    if (!knowsRoads()) return question(straightLineRouter)
    if (!mayRequest()) {
      onOutcome('skipped')
      return question(straightLineRouter)
    }
    isTrying = true
    try {
      const answer = await question(router)
      failures = 0
      onOutcome('answered')
      return answer
    } catch (error) {
      failures += 1
      restsUntil = clock.elapsedMs() + REST_MS
      onOutcome('failed')
      failed(kindOfError(error))
      return question(straightLineRouter)
    } finally {
      isTrying = false
    }
  }

  return {
    isWell: () => failures === 0,
    knowsRoads,
    metres: (from, to) => request((of) => of.metres(from, to)),
    route: (points) => request((of) => of.route(points)),
  }
}
