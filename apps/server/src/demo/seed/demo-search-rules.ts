import { stepToWire } from '@dispecerat/contract/dispatch/search-steps'
import { chooseInterval } from '@dispecerat/domain/dispatch/search/choose-interval'
import { DELIVERY_STEPS, type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { COURIER_COMPANY, RESTAURANT_COMPANY, TAXI_COMPANY } from './demo-accounts.ts'
import type { SeedInput } from './demo-people.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'

type Steps = readonly Partial<SearchStep>[]

const METHODS: readonly { id: number; companyId: CompanyId; steps: Steps }[] = [
  {
    id: 1,
    companyId: TAXI_COMPANY,
    // After the client's zone, drivers who wait at the nearest stand, one at a time in queue order.
    steps: [
      { searchType: 'by_zone', searchSeconds: 10, searchLimit: 5, searchOrderBy: 'by_idle_from' },
      {
        searchType: 'by_near_stand',
        searchSeconds: 8,
        searchLimit: 1500,
        notificationMethod: 'by_rotation',
        excludePrevious: true,
      },
      { searchType: 'by_radius', searchSeconds: 12, searchLimit: 1500, excludePrevious: true },
      { searchType: 'by_radius', searchSeconds: 15, searchLimit: 3000 },
      { searchType: 'by_radius', searchSeconds: 20, searchLimit: 7000 },
    ],
  },
  {
    id: 2,
    companyId: TAXI_COMPANY,
    // Few cars are out at night: drivers are offered the order one at a time, so that an order does not disturb several.
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
    steps: DELIVERY_STEPS,
  },
  {
    id: 5,
    companyId: RESTAURANT_COMPANY,
    steps: DELIVERY_STEPS,
  },
]

const SATURDAY = 6
const SUNDAY = 7

/** The first interval that matches applies, so the night is before the weekend, and both are before the day. */
const INTERVALS = [
  { id: 1, name: 'Noaptea', companyId: TAXI_COMPANY, methodId: 2, from: '22:00:00', to: '05:59:59', day: null },
  { id: 2, name: 'Sâmbăta', companyId: TAXI_COMPANY, methodId: 3, from: '00:00:00', to: '23:59:59', day: SATURDAY },
  { id: 3, name: 'Duminica', companyId: TAXI_COMPANY, methodId: 3, from: '00:00:00', to: '23:59:59', day: SUNDAY },
  { id: 4, name: 'Ziua', companyId: TAXI_COMPANY, methodId: 1, from: '00:00:00', to: '23:59:59', day: null },
  {
    id: 5,
    name: 'Toată săptămâna',
    companyId: COURIER_COMPANY,
    methodId: 4,
    from: '00:00:00',
    to: '23:59:59',
    day: null,
  },
  {
    id: 7,
    name: 'Toată săptămâna',
    companyId: RESTAURANT_COMPANY,
    methodId: 5,
    from: '00:00:00',
    to: '23:59:59',
    day: null,
  },
] as const

/** Fills missing fields with the defaults of a step. */
function whole(step: Partial<SearchStep>): SearchStep {
  return { ...STEP_DEFAULTS, ...step }
}

export function searchRuleRows({ now }: SeedInput): SeedRows {
  return {
    search_methods: METHODS.map(({ id, companyId, steps }) => ({
      id,
      company_id: companyId,
      definitions: { items: steps.map((step) => stepToWire(whole(step))) },
      updated_at: now,
    })),
    search_intervals: [nationalDay(now), ...INTERVALS.map(intervalRow)].map((row, index) => ({
      ...row,
      sort_order: index + 1,
    })),
  }
}

type IntervalRow = Omit<SeedRow<'search_intervals'>, 'sort_order'>

function intervalRow(interval: (typeof INTERVALS)[number]): IntervalRow {
  return {
    id: interval.id,
    company_id: interval.companyId,
    search_method_id: interval.methodId,
    name: interval.name,
    type: 'weekdays',
    time_from: interval.from,
    time_to: interval.to,
    selected_day: interval.day,
    custom_day: null,
  }
}

/** The next 1 December, with the rules of a Sunday. It is in the future, so past searches never use it. */
function nationalDay(now: Date): IntervalRow {
  const { date } = wallTime(now)
  const thisYear = `${date.slice(0, 4)}-12-01`
  const next = thisYear > date ? thisYear : `${Number(date.slice(0, 4)) + 1}-12-01`
  return {
    id: 6,
    company_id: TAXI_COMPANY,
    search_method_id: 3,
    name: 'Ziua Națională',
    type: 'custom',
    time_from: '00:00:00',
    time_to: '23:59:59',
    selected_day: null,
    custom_day: next,
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

/** The search rules of a company at a past instant. */
export function rulesAt(companyId: CompanyId, at: Date): RulesAt {
  const interval = chooseInterval(
    SEARCH_INTERVALS.filter((each) => each.companyId === companyId),
    at,
  )
  const method = METHODS.find(({ id }) => id === interval?.searchMethodId)
  if (!interval || !method) throw new Error(`company ${companyId} has no search rules`)
  return { intervalId: interval.id, methodId: method.id, steps: method.steps.map(whole) }
}
