import { type StoredStep, stepFromWire } from '@dispecerat/contract/dispatch/search-steps'
import { chooseInterval, skipsEmptySteps, stepsFor } from '@dispecerat/domain/dispatch/search/choose-interval'
import type { WalkStep } from '@dispecerat/domain/dispatch/search/walk'
import type { SearchInterval } from '@dispecerat/domain/dispatch/search-rules'
import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

export interface ChosenRules {
  intervalId: number | null
  methodId: number | null
  steps: readonly WalkStep[]
  skipEmptySteps: boolean
  /** The company's limit for orders without a driver. */
  waitSeconds: number
}

/** Of a company without a settings row. */
const DEFAULT_PENDING_TIMEOUT_MIN = SETTINGS.orders.pending_timeout_min.default

interface RuleRow {
  intervals: (SearchInterval & { items: StoredStep[] | null })[] | null
  skipEmptySteps: boolean | null
  pendingTimeoutMinutes: number | null
}

/** The interval that applies at `instant` with its method's steps, or the fallback when there is none. */
export async function chooseRules(tx: Tx, companyId: CompanyId, instant: Date): Promise<ChosenRules> {
  const { rows } = await sql<RuleRow>`
    select (select skip_empty_steps from company_settings where company_id = ${companyId}) as "skipEmptySteps",
      (select pending_timeout_min from company_settings where company_id = ${companyId}) as "pendingTimeoutMinutes",
      (select jsonb_agg(jsonb_build_object('id', rule.id, 'searchMethodId', rule.search_method_id, 'type', rule.type,
          'timeFrom', rule.time_from, 'timeTo', rule.time_to, 'selectedDay', rule.selected_day,
          'customDay', rule.custom_day, 'items', method.definitions -> 'items') order by rule.sort_order)
        from search_intervals as rule left join search_methods as method on method.id = rule.search_method_id
        where rule.company_id = ${companyId} and rule.deleted_at is null) as intervals
  `.execute(tx)
  const interval = chooseInterval(rows[0]?.intervals ?? [], instant)
  const items = interval?.items?.map(stepFromWire) ?? null
  return {
    intervalId: interval?.id ?? null,
    methodId: interval?.searchMethodId ?? null,
    steps: stepsFor(items),
    skipEmptySteps: skipsEmptySteps(items, rows[0]?.skipEmptySteps ?? SETTINGS.search.skip_empty_steps.default),
    waitSeconds: (rows[0]?.pendingTimeoutMinutes ?? DEFAULT_PENDING_TIMEOUT_MIN) * 60,
  }
}
