import { whenText } from '@dispecerat/domain/dispatch/interval-labels'
import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import { stepSentence } from '@dispecerat/domain/dispatch/search-summary'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { IntervalDraft } from './search-intervals.store.ts'

export interface RuleChange {
  companyId: number
  entity: 'search_interval' | 'search_method' | 'search_order'
  /** The interval or the method; the company, when the order of its intervals changed. */
  entityId: number
  action: 'created' | 'changed' | 'deleted' | 'restored'
  before?: object
  after?: object
}

/** The audit log stores a rule as the builder's sentences, which need no row that may be deleted later. */
export async function recordRuleChange(tx: Tx, actor: Actor, change: RuleChange, now: Date): Promise<void> {
  await recordAudit(tx, actor, { ...change, before: change.before ?? null, after: change.after ?? null }, now)
}

export function describeInterval(draft: IntervalDraft, steps: readonly SearchStep[]) {
  return { name: draft.name, when: whenText(draft), ...describeSteps(steps) }
}

export function describeSteps(steps: readonly SearchStep[]) {
  return { steps: steps.map(stepSentence) }
}
