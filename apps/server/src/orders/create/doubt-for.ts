import { type PromiseProblem, promiseProblem } from '@dispecerat/domain/orders/lead'
import type { Actor } from '../../platform/db/actor.ts'
import type { PlacingFacts } from './order-placing.store.ts'

/**
 * Why the departure cannot be promised. Accounts and clients get no figures of how well the company serves a zone: null for them, as for a
 * departure without a problem.
 */
export function doubtFor(
  actor: Actor,
  { lead }: Pick<PlacingFacts, 'lead'>,
  at: { departureAt: Date; now: Date },
): PromiseProblem | null {
  if (actor.kind === 'company' || actor.kind === 'client') return null
  return promiseProblem(lead, at)
}
