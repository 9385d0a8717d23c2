import { type SearchInterval, type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import type { SearchRules, WireStep } from './search-rules.ts'

/** Steps stored by an older version may lack the newer fields. */
export type StoredStep = Partial<WireStep>

/** Converts the documented shape of a step to the domain's; left-out fields get their defaults. */
export function stepFromWire(wire: StoredStep): SearchStep {
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
          drivers: { from: bans.drivers.from, to: bans.drivers.to },
          count: bans.count,
          resetInterval: bans.reset_interval,
        }
      : STEP_DEFAULTS.banConditions,
    stagger: wire.stagger ? { drivers: wire.stagger.drivers, seconds: wire.stagger.seconds } : null,
  }
}

/** Converts a step to the documented shape, with all fields. */
export function stepToWire({ banConditions: bans, stagger, ...step }: SearchStep): WireStep {
  return {
    search_type: step.searchType,
    search_time: step.searchSeconds,
    search_limit: step.searchLimit,
    search_order_by: step.searchOrderBy,
    notification_method: step.notificationMethod,
    exclude_previous: step.excludePrevious,
    show_for_busy_drivers: step.showForBusyDrivers,
    ban_conditions: {
      active: bans.active,
      type: bans.type,
      drivers: { from: bans.drivers.from, to: bans.drivers.to },
      count: bans.count,
      reset_interval: bans.resetInterval,
    },
    stagger: stagger ? { drivers: stagger.drivers, seconds: stagger.seconds } : null,
  }
}

/** An interval in the builder: its time and its steps. `id` is negative until it is saved. */
export interface EditedInterval extends SearchInterval {
  name: string | null
  steps: readonly SearchStep[]
}

type WireInterval = SearchRules['intervals'][number]

export function intervalFromWire(wire: WireInterval & { search_method_id?: number | null }): EditedInterval {
  const { value } = wire
  return {
    id: wire.id,
    searchMethodId: wire.search_method_id ?? null,
    name: wire.name ?? null,
    type: wire.type,
    timeFrom: value.time_from,
    timeTo: value.time_to,
    selectedDay: value.selected_day,
    customDay: value.custom_day,
    steps: wire.definitions.items.map(stepFromWire),
  }
}

export function intervalToWire(interval: EditedInterval): WireInterval {
  return {
    id: interval.id,
    name: interval.name,
    type: interval.type,
    value: {
      time_from: interval.timeFrom,
      time_to: interval.timeTo,
      selected_day: interval.selectedDay,
      custom_day: interval.customDay,
    },
    definitions: { items: interval.steps.map(stepToWire) },
  }
}
