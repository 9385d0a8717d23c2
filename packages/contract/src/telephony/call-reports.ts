import { CALL_DIRECTIONS } from '@dispecerat/domain/telephony/call'
import { CALL_OUTCOMES } from '@dispecerat/domain/telephony/call-outcome'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCallId, ByOrderId, CompanyIdText, UserIdText } from '../kernel/ids.ts'
import { Id, IdText, paged, pageQuery, WireTime, WireTimeIn } from '../kernel/wire.ts'

const area = 'reports'
const may = 'calls.report' as const

/** Figures of incoming calls: each has exactly one outcome, and a test call none. */
export const CallFigures = z.object({
  offered: z.number().int(),
  answered: z.number().int(),
  /** The caller hung up before the call was answered. */
  abandoned: z.number().int(),
  /** It rang for the longest time a call may ring without an answer. */
  missed: z.number().int(),
  /** Too many calls were waiting already. */
  busy: z.number().int(),
  /** The company has blocked the phone. */
  blocked: z.number().int(),
  /** Passed on from one dispatcher to another. */
  transferred: z.number().int(),
  /** Calls that led to an order. */
  orders: z.number().int(),
  /** Ringing time until the answer or the end: median, 90th percentile, maximum; null when there were no calls. */
  wait_p50_seconds: z.number().nullable(),
  wait_p90_seconds: z.number().nullable(),
  wait_max_seconds: z.number().nullable(),
  /** Including time on hold; running calls are not included yet. */
  talk_seconds: z.number().int(),
  average_talk_seconds: z.number().nullable(),
  /** Share of the calls that could be answered (blocked ones left out), 0 to 100; null when there was none. */
  within_20_s_percent: z.number().nullable(),
})
export type CallFigures = z.infer<typeof CallFigures>

/** Calls made by dispatchers; never included in the incoming ones. */
const OutgoingFigures = z.object({
  dialled: z.number().int(),
  reached: z.number().int(),
  outgoing_talk_seconds: z.number().int(),
})

export const CallReportRow = CallFigures.extend({ from: WireTime, to: WireTime })
export type CallReportRow = z.infer<typeof CallReportRow>

export const DispatcherCalls = CallFigures.extend({
  dispatcher_id: Id,
  dispatcher_name: z.string().nullable(),
  ...OutgoingFigures.shape,
})
export type DispatcherCalls = z.infer<typeof DispatcherCalls>

export const CompanyCalls = CallFigures.extend({
  company_id: Id,
  company_name: z.string(),
  ...OutgoingFigures.shape,
})
export type CompanyCalls = z.infer<typeof CompanyCalls>

/** Dimension of the report's rows; company rows are returned beside those of time. */
const CALL_GROUPS = ['day', 'hour', 'month', 'company'] as const
export type CallGroup = (typeof CALL_GROUPS)[number]

const period = {
  date_from: WireTimeIn,
  date_to: WireTimeIn,
  company_id: CompanyIdText.optional(),
}

export const readCallsReport = endpoint({
  method: 'GET',
  path: '/api/reports/calls',
  does: 'Calls of a period of at most 366 days: by day or month of Bucharest (or by hour, at most 31 days), by dispatcher, by company, in all; test calls are in none. `format=csv|xlsx` answers the days, or the companies, as a table.',
  area,
  may,
  query: z.object({
    ...period,
    by: z.enum(CALL_GROUPS).default('day'),
    format: z.enum(['json', 'csv', 'xlsx']).default('json'),
  }),
  reply: z.object({
    /** Columns of the table of days, in its order. */
    columns: z.array(z.object({ key: z.string(), label: z.string() })),
    /** Oldest first; a day or month without calls has a row of zeros. Empty when grouped by company. */
    rows: z.array(CallReportRow),
    /** Most answered calls first. */
    dispatchers: z.array(DispatcherCalls),
    /** Most incoming calls first. */
    companies: z.array(CompanyCalls),
    totals: CallFigures.extend(OutgoingFigures.shape),
  }),
})

export const sizeCallsReport = endpoint({
  method: 'GET',
  path: '/api/reports/calls/size',
  does: 'About how many calls the report of a period would read: exact up to a hundred thousand.',
  area,
  may,
  query: z.object(period),
  reply: z.object({ calls: z.number().int(), is_capped: z.boolean() }),
})

export const ReportedCall = z.object({
  id: Id,
  company_id: Id,
  direction: z.enum(CALL_DIRECTIONS),
  outcome: z.enum(CALL_OUTCOMES),
  /** E.164. */
  phone: z.string(),
  client_name: z.string().nullable(),
  rang_at: WireTime,
  /** Until the call was answered or ended. */
  waited_seconds: z.number().int(),
  /** Null without a conversation, and while it lasts. */
  talk_seconds: z.number().int().nullable(),
  dispatcher_id: Id.nullable(),
  dispatcher_name: z.string().nullable(),
  transferred_from_name: z.string().nullable(),
  order_id: Id.nullable(),
  recording: z.object({ id: Id, seconds: z.number().int() }).nullable(),
})
export type ReportedCall = z.infer<typeof ReportedCall>

export const listCallsForReport = endpoint({
  method: 'GET',
  path: '/api/calls-for-report',
  does: 'The calls a figure of the report stands for, newest first; test calls left out.',
  area,
  may,
  query: z.object({
    ...pageQuery(30),
    ...period,
    dispatcher_id: UserIdText.optional(),
    direction: z.enum(CALL_DIRECTIONS).optional(),
    outcome: z.enum(CALL_OUTCOMES).optional(),
  }),
  reply: paged(ReportedCall),
})

export const CallRecording = z.object({
  id: Id,
  call_id: Id,
  direction: z.enum(CALL_DIRECTIONS),
  rang_at: WireTime,
  dispatcher_name: z.string().nullable(),
  seconds: z.number().int(),
})
export type CallRecording = z.infer<typeof CallRecording>

export const listRecordingsOfOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:id/recordings',
  does: 'The recorded calls of an order, oldest first.',
  area,
  may: 'recordings.listen',
  params: ByOrderId,
  reply: z.object({ data: z.array(CallRecording) }),
  errors: ['order.unknown'],
})

export const fetchRecording = endpoint({
  method: 'GET',
  path: '/api/calls/:id/recording',
  does: 'The sound of a call, whole or a part of it (`Range: bytes=…` answers 206). Who listens is written down.',
  area,
  may: 'recordings.listen',
  params: ByCallId,
  query: z.object({
    /** One of several recordings; the newest without it. */
    recording_id: IdText.optional(),
  }),
  reply: z.any().meta({ description: 'audio' }),
  errors: ['call.unknown', 'call.no_recording'],
})
