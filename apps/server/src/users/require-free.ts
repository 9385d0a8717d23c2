import { FieldErrors } from '@dispecerat/domain/errors'
import { AccountConflict } from '../accounts/accounts.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Holder } from './person.store.ts'

/**
 * Throws the fields at fault. Where `holders` have their account in other companies than the caller's, it is an AccountConflict, which
 * the limit counts.
 */
export function throwProblems(
  { scope: { companies } }: Caller,
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
  throw elsewhere.length > 0 ? new AccountConflict(problems, elsewhere.length) : new FieldErrors(problems)
}
