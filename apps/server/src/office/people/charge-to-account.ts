import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import { companyOfAccount, saveParentAccount } from './protocol-parent.store.ts'

/** The company with which the account has its contract, null without an account. FieldErrors when it has none with these companies. */
export async function requireAccountOf(
  tx: Tx,
  accountId: UserId | null,
  companyIds: readonly CompanyId[],
): Promise<CompanyId | null> {
  const companyId = accountId === null ? null : await companyOfAccount(tx, accountId, companyIds)
  if (accountId !== null && companyId === null) {
    throw new FieldErrors({ protocol_parent_user_id: ['Alegeți o companie protocol dintre ale companiei'] })
  }
  return companyId
}

/**
 * Sets the account that a client's trips are charged to by default; null: none. FieldErrors for an account that has no contract with one of
 * these companies.
 */
export async function chargeToAccount(
  tx: Tx,
  clientId: UserId,
  { accountId, companyIds }: { accountId: UserId | null; companyIds: readonly CompanyId[] },
): Promise<void> {
  const companyId = await requireAccountOf(tx, accountId, companyIds)
  await saveParentAccount(tx, clientId, { accountId, companyId, companyIds: [...companyIds] })
}
