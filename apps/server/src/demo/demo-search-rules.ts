import { chooseInterval } from '@dispecerat/domain/search/choose-interval'
import { type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/search-rules'
import { COURIER_COMPANY, TAXI_COMPANY } from './demo-accounts.ts'
import type { SeedInput } from './demo-people.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'

type Steps = readonly Partial<SearchStep>[]

const METHODS: readonly { id: number; companyId: number; steps: Steps }[] = [
  {
    id: 1,
    companyId: TAXI_COMPANY,
    steps: [
      { searchType: 'by_zone', searchSeconds: 10, searchLimit: 5, searchOrderBy: 'by_idle_from' },
      { searchType: 'by_radius', searchSeconds: 12, searchLimit: 1500, excludePrevious: true },
      { searchType: 'by_radius', searchSeconds: 15, searchLimit: 3000 },
      { searchType: 'by_radius', searchSeconds: 20, searchLimit: 7000 },
    ],
  },
  {
    id: 2,
    companyId: TAXI_COMPANY,
    // At night few cars are out: each is asked alone, so that a client never wakes four drivers.
    steps: [
      { searchType: 'by_radius', searchSeconds: 12, searchLimit: 2500, notificationMethod: 'by_rotation' },
      { searchType: 'by_radius', searchSeconds: 20, searchLimit: 9000, excludePrevious: true },
      { searchType: 'by_radius', searchSeconds: 20, searchLimit: 12_000 },
    ],
  },
  {
    id: 3,
    companyId: TAXI_COMPANY,
    steps: [
      { searchType: 'by_zone', searchSeconds: 8, searchLimit: 3, searchOrderBy: 'by_idle_from' },
      { searchType: 'by_radius', searchSeconds: 12, searchLimit: 2500, excludePrevious: true },
      { searchType: 'by_radius', searchSeconds: 20, searchLimit: 8000 },
    ],
  },
  {
    id: 4,
    companyId: COURIER_COMPANY,
    steps: [
      { searchType: 'by_radius', searchSeconds: 8, searchLimit: 3000, searchOrderBy: 'by_idle_from' },
      { searchType: 'by_radius', searchSeconds: 15, searchLimit: 8000, searchOrderBy: 'by_idle_from' },
    ],
  },
]

const SATURDAY = 6
const SUNDAY = 7

/** The first that matches rules, so the night stands above the weekend and both above the day. */
const INTERVALS = [
  { id: 1, companyId: TAXI_COMPANY, methodId: 2, from: '22:00:00', to: '05:59:59', day: null },
  { id: 2, companyId: TAXI_COMPANY, methodId: 3, from: '00:00:00', to: '23:59:59', day: SATURDAY },
  { id: 3, companyId: TAXI_COMPANY, methodId: 3, from: '00:00:00', to: '23:59:59', day: SUNDAY },
  { id: 4, companyId: TAXI_COMPANY, methodId: 1, from: '00:00:00', to: '23:59:59', day: null },
  { id: 5, companyId: COURIER_COMPANY, methodId: 4, from: '00:00:00', to: '23:59:59', day: null },
] as const

/** A step without holes. */
function whole(step: Partial<SearchStep>): SearchStep {
  return { ...STEP_DEFAULTS, ...step }
}

export function searchRuleRows({ now }: SeedInput): SeedRows {
  return {
    search_methods: METHODS.map(({ id, companyId, steps }) => ({
      id,
      company_id: companyId,
      definitions: { items: steps.map((step) => wireStep(whole(step))) },
      updated_at: now,
    })),
    search_intervals: INTERVALS.map(
      (interval, index): SeedRow<'search_intervals'> => ({
        id: interval.id,
        company_id: interval.companyId,
        search_method_id: interval.methodId,
        type: 'weekdays',
        time_from: interval.from,
        time_to: interval.to,
        selected_day: interval.day,
        sort_order: index + 1,
      }),
    ),
  }
}

/** The documented shape of a step. */
function wireStep({ banConditions: bans, ...step }: SearchStep) {
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
      drivers: bans.drivers,
      count: bans.count,
      reset_interval: bans.resetInterval,
    },
  }
}

export interface RulesAt {
  intervalId: number
  methodId: number
  steps: readonly SearchStep[]
}

const SEARCH_INTERVALS = INTERVALS.map((interval) => ({
  id: interval.id,
  companyId: interval.companyId,
  searchMethodId: interval.methodId,
  type: 'weekdays' as const,
  timeFrom: interval.from,
  timeTo: interval.to,
  selectedDay: interval.day,
  customDay: null,
}))

/** What the company's drivers were asked by at an instant of the past. */
export function rulesAt(companyId: number, at: Date): RulesAt {
  const interval = chooseInterval(
    SEARCH_INTERVALS.filter((each) => each.companyId === companyId),
    at,
  )
  const method = METHODS.find(({ id }) => id === interval?.searchMethodId)
  if (!interval || !method) throw new Error(`company ${companyId} has no search rules`)
  return { intervalId: interval.id, methodId: method.id, steps: method.steps.map(whole) }
}
