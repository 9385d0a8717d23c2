import {
  NOTIFICATION_METHODS,
  SEARCH_ORDERS,
  SEARCH_TYPES,
  STEP_DEFAULTS,
} from '@dispecerat/domain/dispatch/search-rules'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { ById, Done, Id, one, RecordVersion, textUpTo, WireTime } from '../kernel/wire.ts'

const area = 'search rules'
const edit = 'search_rules.edit' as const

/** Above any real company's rules; keeps one request from creating a thousand rows. */
export const RULE_COUNTS = { intervals: 60, steps: 20 } as const

const { banConditions: BANS } = STEP_DEFAULTS

const BanConditionsShape = z.object({
  active: z.boolean().default(BANS.active),
  type: z.enum(['ban', 'reset']).default(BANS.type),
  /** Ranks of the round, both ends inclusive. */
  drivers: z
    .object({ from: z.number().default(BANS.drivers.from), to: z.number().default(BANS.drivers.to) })
    .prefault({}),
  count: z.number().default(BANS.count),
  /** Minutes. */
  reset_interval: z.number().default(BANS.resetInterval),
})

/** A step as edited; left-out fields have defaults. Ranges are domain rules, checked by the use case. */
export const SearchStepShape = z.object({
  search_type: z.enum(SEARCH_TYPES).default(STEP_DEFAULTS.searchType),
  /** Seconds. */
  search_time: z.number().default(STEP_DEFAULTS.searchSeconds),
  /** Drivers for by_zone and by_near_zone, metres for the others. */
  search_limit: z.number().default(STEP_DEFAULTS.searchLimit),
  search_order_by: z.enum(SEARCH_ORDERS).default(STEP_DEFAULTS.searchOrderBy),
  notification_method: z.enum(NOTIFICATION_METHODS).default(STEP_DEFAULTS.notificationMethod),
  exclude_previous: z.boolean().default(STEP_DEFAULTS.excludePrevious),
  show_for_busy_drivers: z.boolean().default(STEP_DEFAULTS.showForBusyDrivers),
  ban_conditions: BanConditionsShape.prefault({}),
  /** Offers are released in groups of `drivers`, `seconds` apart, best rank first; null = all at once. */
  stagger: z.object({ drivers: z.number(), seconds: z.number() }).nullable().default(null),
})
export type WireStep = z.output<typeof SearchStepShape>

export const MethodDefinitions = z.object({
  items: z.array(SearchStepShape).max(RULE_COUNTS.steps, `Cel mult ${RULE_COUNTS.steps} de pași`),
})
export type MethodDefinitions = z.output<typeof MethodDefinitions>

const IntervalValue = z.object({
  /** 'HH:mm:ss' wall time in Bucharest, both ends inclusive; an end before its start runs over midnight. */
  time_from: z.string().max(8).default('00:00:00'),
  time_to: z.string().max(8).default('23:59:59'),
  /** 1 = Monday … 7 = Sunday; null = every day. */
  selected_day: z.number().nullable().default(null),
  /** 'YYYY-MM-DD', only for type custom. */
  custom_day: z.string().max(10).nullable().default(null),
})

const INTERVAL_TYPES = ['weekdays', 'custom'] as const

const NewInterval = z.object({
  company_id: CompanyIdIn.optional(),
  /** The company's name for it: 'Noaptea', 'Crăciun'. */
  name: textUpTo(60).nullish(),
  type: z.enum(INTERVAL_TYPES).default('weekdays'),
  value: IntervalValue.prefault({}),
  /** An existing method of the company; with `definitions` a method is created together with the interval. */
  search_method_id: Id.nullish(),
  definitions: MethodDefinitions.optional(),
  /** Position in the list, 1 = checked first; left out = last. */
  position: z.number().int().min(1).max(RULE_COUNTS.intervals).optional(),
})
export type NewInterval = z.output<typeof NewInterval>

/** Left out = unchanged; `value` is replaced as a whole. */
const IntervalChange = z.object({
  name: textUpTo(60).nullish(),
  type: z.enum(INTERVAL_TYPES).optional(),
  value: IntervalValue.optional(),
  search_method_id: Id.nullish(),
})
export type IntervalChange = z.output<typeof IntervalChange>

const EditedBy = z.object({ id: Id, name: z.string().nullable() }).nullable()

export const SearchInterval = z.object({
  id: Id,
  search_method_id: Id.nullable(),
  company_id: Id,
  name: z.string().nullable(),
  type: z.enum(INTERVAL_TYPES),
  value: IntervalValue,
  /** Steps of its method; none = the fallback steps run. */
  definitions: MethodDefinitions,
  version: RecordVersion,
  method_version: RecordVersion.nullable(),
  updated_at: WireTime.nullable(),
  updated_by: EditedBy,
})
export type SearchInterval = z.infer<typeof SearchInterval>

export const SearchMethod = z.object({
  id: Id,
  company_id: Id,
  definitions: MethodDefinitions,
  version: RecordVersion,
  updated_at: WireTime,
  updated_by: EditedBy,
})
export type SearchMethod = z.infer<typeof SearchMethod>

/** All rules of a company in order of precedence, saved or not, for replaying past orders. */
export const SearchRules = z.object({
  intervals: z
    .array(
      z.object({
        /** Negative for an interval that is not saved yet; unique. */
        id: z.number().int(),
        name: textUpTo(60).nullish(),
        type: z.enum(INTERVAL_TYPES),
        value: IntervalValue,
        definitions: MethodDefinitions,
      }),
    )
    .max(RULE_COUNTS.intervals),
})
export type SearchRules = z.output<typeof SearchRules>

export const listSearchIntervals = endpoint({
  method: 'GET',
  path: '/api/search-intervals',
  does: 'The search intervals of a company in order of precedence, each with the steps of its method.',
  area,
  may: 'search_rules.read',
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: z.object({
    company_id: Id,
    /** Companies whose rules the actor may read. */
    companies: z.array(z.object({ id: Id, name: z.string() })),
    data: z.array(SearchInterval),
  }),
  errors: ['company.unknown'],
})

export const createSearchInterval = endpoint({
  method: 'POST',
  path: '/api/search-intervals',
  does: 'A new search interval, last in the list or at `position`; with `definitions` its method is made too.',
  area,
  may: edit,
  body: NewInterval,
  reply: one(SearchInterval),
  status: 201,
  errors: ['company.unknown', 'search_method.unknown'],
})

export const editSearchInterval = endpoint({
  method: 'PATCH',
  path: '/api/search-intervals/:id',
  does: 'Change when an interval rules, its name or its method. If-Match carries the version that was read.',
  area,
  may: edit,
  takesVersion: true,
  params: ById,
  body: IntervalChange,
  reply: one(SearchInterval),
  errors: ['search_interval.unknown', 'search_method.unknown', 'search_rules.changed_meanwhile'],
})

export const deleteSearchInterval = endpoint({
  method: 'DELETE',
  path: '/api/search-intervals/:id',
  does: 'Remove an interval; running searches keep the steps they began with.',
  area,
  may: edit,
  takesVersion: true,
  params: ById,
  reply: Done,
  errors: ['search_interval.unknown', 'search_rules.changed_meanwhile'],
})

export const restoreSearchInterval = endpoint({
  method: 'POST',
  path: '/api/search-intervals/:id/restore',
  does: 'Bring a removed interval back to the place it had.',
  area,
  may: edit,
  params: ById,
  body: z.unknown().optional(),
  reply: one(SearchInterval),
  errors: ['search_interval.unknown'],
})

export const sortSearchIntervals = endpoint({
  method: 'POST',
  path: '/api/search-intervals/sort',
  does: 'The order of precedence: every interval of the company, each once.',
  area,
  may: edit,
  body: z.object({ ids: z.array(Id).max(RULE_COUNTS.intervals), company_id: CompanyIdIn.optional() }),
  reply: z.object({ data: z.array(SearchInterval) }),
  errors: ['company.unknown', 'search_interval.unknown'],
})

export const createSearchMethod = endpoint({
  method: 'POST',
  path: '/api/search-methods',
  does: 'A new search method: a list of steps that intervals may point to.',
  area,
  may: edit,
  body: z.object({ company_id: CompanyIdIn.optional(), definitions: MethodDefinitions }),
  reply: one(SearchMethod),
  status: 201,
  errors: ['company.unknown'],
})

export const readSearchMethod = endpoint({
  method: 'GET',
  path: '/api/search-methods/:id',
  does: 'One search method with its steps.',
  area,
  may: edit,
  params: ById,
  reply: one(SearchMethod),
  errors: ['search_method.unknown'],
})

export const editSearchMethod = endpoint({
  method: 'PATCH',
  path: '/api/search-methods/:id',
  does: 'The steps of a method, for every interval that points to it. If-Match carries the version that was read.',
  area,
  may: edit,
  takesVersion: true,
  params: ById,
  body: z.object({ definitions: MethodDefinitions }),
  reply: one(SearchMethod),
  errors: ['search_method.unknown', 'search_rules.changed_meanwhile'],
})
