import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'
import { contractOf } from './statement.views.ts'

export interface OwnAccount {
  accountId: number
  companyId: number
}

/** The account that is logged in, with the company it has its contract with; `account.no_contract`. */
export async function ownAccount(db: Db | Tx, caller: Pick<Caller, 'userId' | 'scope'>): Promise<OwnAccount> {
  try {
    const { accountId, companyId } = await contractOf(db, caller.scope, caller.userId ?? 0)
    return { accountId, companyId }
  } catch (error) {
    throw error instanceof DomainError ? new DomainError('account.no_contract') : error
  }
}
