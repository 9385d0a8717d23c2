import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'

export interface RuleChange {
  companyId: number
  subject: 'interval' | 'method' | 'order'
  subjectId: number | null
  action: 'created' | 'changed' | 'deleted' | 'restored'
  before?: unknown
  after?: unknown
}

/** Who changed which rule, from what to what. */
export async function keepChange(tx: Tx, caller: Caller, change: RuleChange, now: Date): Promise<void> {
  await tx
    .insertInto('search_rule_changes')
    .values({
      company_id: change.companyId,
      at: now,
      user_id: caller.userId,
      subject: change.subject,
      subject_id: change.subjectId,
      action: change.action,
      before: change.before === undefined ? null : JSON.stringify(change.before),
      after: change.after === undefined ? null : JSON.stringify(change.after),
    })
    .execute()
}
