import { whenText } from '@dispecerat/domain/dispatch/interval-labels'
import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import { stepSentence } from '@dispecerat/domain/dispatch/search-summary'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { audited } from '../../platform/audit/audit.public.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import type { IntervalDraft } from './search-intervals.store.ts'

export const recordIntervalChange = audited({ entity: 'search_interval', listEvent: rulesChanged })
export const recordMethodChange = audited({ entity: 'search_method', listEvent: rulesChanged })
/** The order of a company's intervals; its `id` is the company's. */
export const recordOrderChange = audited({ entity: 'search_order', listEvent: rulesChanged })

/** Makes all consoles of the company reload its rules. */
function rulesChanged(companyId: CompanyId): LogEvent {
  return { event: 'search_intervals_changed', toCompanies: [companyId], data: { company_id: companyId } }
}

/** The audit log stores a rule as the builder's sentences, which need no row that may be deleted later. */
export function describeInterval(draft: IntervalDraft, steps: readonly SearchStep[]) {
  return { name: draft.name, when: whenText(draft), ...describeSteps(steps) }
}

export function describeSteps(steps: readonly SearchStep[]) {
  return { steps: steps.map(stepSentence) }
}
