import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import type { Holder } from './person.store.ts'

/** Throws the invalid fields. When `holders` have their account in other companies than the actor's, the limiter counts them. */
export function throwProblems(
  { scope: { companies } }: Actor,
  problems: Record<string, string[]>,
  holders: readonly (Holder | null)[],
): void {
  if (Object.keys(problems).length === 0) return
  const elsewhere = holders.filter(
    (holder) =>
      holder !== null &&
      !holder.isClientOnly &&
      !(companies === 'every' || holder.companyIds.some((id) => companies.includes(id))),
  )
  throw new FieldErrors(problems, elsewhere.length)
}
