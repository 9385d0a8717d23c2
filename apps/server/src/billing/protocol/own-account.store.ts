import { DomainError } from '@dispecerat/domain/kernel/errors'
import { type CompanyId, NO_USER, type UserId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { contractOf } from './statement.views.ts'

export interface OwnAccount {
  accountId: UserId
  companyId: CompanyId
}

/** The actor's account, with the company of its contract; `account.no_contract`. */
export async function ownAccount(db: Db | Tx, actor: Pick<Actor, 'userId' | 'scope'>): Promise<OwnAccount> {
  try {
    const { accountId, companyId } = await contractOf(db, actor.scope, actor.userId ?? NO_USER)
    return { accountId, companyId }
  } catch (error) {
    throw error instanceof DomainError ? new DomainError('account.no_contract') : error
  }
}
