import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { ById, Id, one, WireTime, WireTimeIn } from '../kernel/wire.ts'
import { SearchRules } from './search-rules.ts'

const area = 'search rules'
const may = 'search_rules.edit' as const

export const REPLAY_STATUSES = ['running', 'done', 'failed', 'canceled'] as const
/** Maximum age of a replayed day, and its maximum length: a day of 25 hours. */
export const REPLAY_LIMITS = { daysBack: 31, hours: 25 } as const

/** Seconds from the start of the search to the acceptance; metres in a straight line; null = no order had a value. */
const Figures = z.object({
  orders: z.number().int(),
  served: z.number().int(),
  unserved: z.number().int(),
  /** Called off before any driver accepted. */
  called_off: z.number().int(),
  median_seconds: z.number().nullable(),
  p90_seconds: z.number().nullable(),
  median_pickup_metres: z.number().nullable(),
})
export type ReplayFigures = z.infer<typeof Figures>

const Band = z.object({ from: z.number(), to: z.number() }).nullable()
/** Ranges by figure; null = a run had no value. */
const Bands = z.object({
  unserved: Band,
  called_off: Band,
  median_seconds: Band,
  p90_seconds: Band,
  median_pickup_metres: Band,
  offers_per_order: Band,
  bans: Band,
})
export type ReplayBands = z.infer<typeof Bands>

const Variant = Figures.extend({
  offers_per_order: z.number().nullable(),
  bans: z.number().int(),
  banned_drivers: z.number().int(),
  /** Drivers who would be banned if unseen offers counted. */
  spared_drivers: z.number().int(),
  /** Where the figures of the real day are expected on nine days of ten; the figures themselves are of one run. Null in a run of an earlier version. */
  bands: Bands.nullable(),
})
export type ReplayVariant = z.infer<typeof Variant>

const Who = { driver_id: Id, indicativ: z.string().nullable(), name: z.string().nullable() }

const DriverChange = z.object({ ...Who, saved: z.number().int(), changed: z.number().int() })
export type DriverChange = z.infer<typeof DriverChange>

const Ban = z.object({ ...Who, at: WireTime, until: WireTime })

export const ReplayResult = z.object({
  /** Number of past offers the answer model was learned from. */
  learned_from: z.number().int(),
  /** Number of recorded positions; 0 = no driver could have been found. */
  positions: z.number().int(),
  /** The real figures. */
  past: Figures,
  /** Modelled figures of the saved and of the changed rules. */
  saved: Variant,
  changed: Variant,
  /** Changed less saved, mean of all runs: a figure changes only where its range does not contain zero. */
  differences: Bands.nullable(),
  /** Orders of an average run of each of the company's drivers under both, largest gain first. */
  drivers: z.array(DriverChange),
  /** Bans under the changed rules, in time order. */
  bans: z.array(Ban),
  spared: z.array(z.object(Who)),
})
export type ReplayResult = z.infer<typeof ReplayResult>

export const Replay = z.object({
  id: Id,
  company_id: Id,
  status: z.enum(REPLAY_STATUSES),
  /** 0 to 1. */
  progress: z.number(),
  from: WireTime,
  to: WireTime,
  asked_at: WireTime,
  ended_at: WireTime.nullable(),
  /** Only when done. */
  result: ReplayResult.nullable(),
})
export type Replay = z.infer<typeof Replay>

export const startReplay = endpoint({
  method: 'POST',
  path: '/api/search-rules/replays',
  does: 'Try changed search rules on past orders beside the saved ones; yesterday where no range is given.',
  area,
  may,
  body: z.object({
    company_id: CompanyIdIn.optional(),
    rules: SearchRules,
    from: WireTimeIn.optional(),
    to: WireTimeIn.optional(),
  }),
  reply: one(Replay),
  status: 202,
  errors: ['company.unknown', 'replay.already_running'],
})

export const listReplays = endpoint({
  method: 'GET',
  path: '/api/search-rules/replays',
  does: 'The last trials of a company, newest first, without their results.',
  area,
  may,
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: z.object({ data: z.array(Replay) }),
  errors: ['company.unknown'],
})

export const readReplay = endpoint({
  method: 'GET',
  path: '/api/search-rules/replays/:id',
  does: 'How far a trial is, and its result once it is done.',
  area,
  may,
  params: ById,
  reply: one(Replay),
  errors: ['replay.unknown'],
})

export const cancelReplay = endpoint({
  method: 'POST',
  path: '/api/search-rules/replays/:id/cancel',
  does: 'Stop a trial that runs; one that has ended stays as it is.',
  area,
  may,
  params: ById,
  body: z.unknown().optional(),
  reply: one(Replay),
  errors: ['replay.unknown'],
})
