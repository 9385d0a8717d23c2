import type { PromiseWarning } from '@dispecerat/contract/orders/lead'
import type { PromiseProblem } from '@dispecerat/domain/orders/lead'

const NONE = { needed_minutes: null, left_minutes: null, orders: null, unserved: null }

export function promiseWarning(problem: PromiseProblem): PromiseWarning {
  const { reason } = problem
  if (reason === 'rarely_served') return { ...NONE, reason, orders: problem.orders, unserved: problem.unserved }
  return { ...NONE, reason, needed_minutes: problem.neededMinutes, left_minutes: problem.leftMinutes }
}

/** The part of a reply that warns; empty without a problem. */
export function warningOf(problem: PromiseProblem | null | undefined): { warning?: PromiseWarning } {
  return problem ? { warning: promiseWarning(problem) } : {}
}
