import { chooseInterval, stepsFor } from '@dispecerat/domain/search/choose-interval'
import type { WalkStep } from '@dispecerat/domain/search/walk'
import { type SearchInterval, type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/search-rules'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export interface ChosenRules {
  intervalId: number | null
  methodId: number | null
  steps: readonly WalkStep[]
  skipEmptySteps: boolean
}

type WireStep = {
  search_type: SearchStep['searchType']
  search_time: number
  search_limit: number
  search_order_by: SearchStep['searchOrderBy']
  notification_method: SearchStep['notificationMethod']
  exclude_previous: boolean
  show_for_busy_drivers: boolean
  ban_conditions: Omit<SearchStep['banConditions'], 'resetInterval'> & { reset_interval: number }
}

interface RuleRow {
  intervals: (SearchInterval & { items: Partial<WireStep>[] | null })[] | null
  skipEmptySteps: boolean | null
}

/** The interval that rules at `instant`, its method's steps, or the fallback when there is none. */
export async function chooseRules(tx: Tx, companyId: number, instant: Date): Promise<ChosenRules> {
  const { rows } = await sql<RuleRow>`
    select (select skip_empty_steps from company_settings where company_id = ${companyId}) as "skipEmptySteps",
      (select jsonb_agg(jsonb_build_object('id', rule.id, 'searchMethodId', rule.search_method_id, 'type', rule.type,
          'timeFrom', rule.time_from, 'timeTo', rule.time_to, 'selectedDay', rule.selected_day,
          'customDay', rule.custom_day, 'items', method.definitions -> 'items') order by rule.sort_order)
        from search_intervals as rule left join search_methods as method on method.id = rule.search_method_id
        where rule.company_id = ${companyId}) as intervals
  `.execute(tx)
  const interval = chooseInterval(rows[0]?.intervals ?? [], instant)
  return {
    intervalId: interval?.id ?? null,
    methodId: interval?.searchMethodId ?? null,
    steps: stepsFor(interval?.items?.map(stepFromWire) ?? null),
    skipEmptySteps: rows[0]?.skipEmptySteps ?? false,
  }
}

/** The documented shape of a step; what it leaves out has its default. */
function stepFromWire(wire: Partial<WireStep>): SearchStep {
  const { ban_conditions: bans } = wire
  return {
    searchType: wire.search_type ?? STEP_DEFAULTS.searchType,
    searchSeconds: wire.search_time ?? STEP_DEFAULTS.searchSeconds,
    searchLimit: wire.search_limit ?? STEP_DEFAULTS.searchLimit,
    searchOrderBy: wire.search_order_by ?? STEP_DEFAULTS.searchOrderBy,
    notificationMethod: wire.notification_method ?? STEP_DEFAULTS.notificationMethod,
    excludePrevious: wire.exclude_previous ?? STEP_DEFAULTS.excludePrevious,
    showForBusyDrivers: wire.show_for_busy_drivers ?? STEP_DEFAULTS.showForBusyDrivers,
    banConditions: bans
      ? {
          active: bans.active,
          type: bans.type,
          drivers: bans.drivers,
          count: bans.count,
          resetInterval: bans.reset_interval,
        }
      : STEP_DEFAULTS.banConditions,
  }
}
