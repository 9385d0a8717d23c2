import type { EndedBy } from '@dispecerat/contract/orders/order-lists'
import {
  CANCELLATION_REASONS,
  type CancellationReason,
  PAYMENT_TYPES,
  type PaymentType,
} from '@dispecerat/domain/orders/order'
import { CALL_OUTCOMES, type CallOutcome } from '@dispecerat/domain/telephony/call-outcome'
import { readTableParams } from './table-params.ts'

/** URL parameters of an order list. */
export interface OrderListParams {
  page?: number
  per_page?: 15 | 30 | 60
  /** A code typed into the search of an account's own list; names and phones stay out of the URL. */
  search?: string
  payment?: PaymentType
  client?: number
  driver?: number
  /** Only orders whose fare has to be confirmed. */
  doubted?: 1
  /** Bucharest wall time. */
  from?: string
  to?: string
}

export const ORDER_LISTS = ['all', 'live', 'finished', 'canceled', 'pending', 'online'] as const
export type OrderListName = (typeof ORDER_LISTS)[number]

export function isOrderListName(type: string): type is OrderListName {
  return ORDER_LISTS.some((name) => name === type)
}

/** Period and filters of the orders report, as URL parameters. */
export interface ReportParams {
  from?: string
  to?: string
  page?: number
  state?: 'created' | 'assigned' | 'finished' | 'canceled' | 'pending'
  dispatcher?: number
  driver?: number
  company?: number
  /** A protocol company. */
  account?: number
  reason?: CancellationReason
  endedBy?: EndedBy
  /** An interval of the search rules; 0 for orders without one. */
  interval?: number
  /** Only orders that no dispatcher placed. */
  online?: 1
  /** The period filters by the time orders ended. */
  by?: 'end'
}

const WALL_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
export const CANCELED_BY: readonly EndedBy[] = [
  'dispatcher',
  'driver',
  'client',
  'company',
  'admin',
  'system',
  'unknown',
]
const REPORTED = ['created', 'assigned', 'finished', 'canceled', 'pending'] as const

/** An invalid value is ignored. */
export function readOrderListParams(search: Record<string, unknown>): OrderListParams {
  const { per_page, search: terms } = readTableParams(search)
  return defined({
    page: pageOf(search.page),
    per_page,
    search: terms,
    payment: PAYMENT_TYPES.find((one) => one === search.payment),
    client: idOf(search.client),
    driver: idOf(search.driver),
    doubted: idOf(search.doubted) === 1 ? 1 : undefined,
    from: wallTime(search.from),
    to: wallTime(search.to),
  })
}

export function readReportParams(search: Record<string, unknown>): ReportParams {
  return defined({
    from: wallTime(search.from),
    to: wallTime(search.to),
    page: pageOf(search.page),
    state: REPORTED.find((state) => state === search.state),
    dispatcher: idOf(search.dispatcher),
    driver: idOf(search.driver),
    company: idOf(search.company),
    account: idOf(search.account),
    reason: CANCELLATION_REASONS.find((reason) => reason === search.reason),
    endedBy: CANCELED_BY.find((who) => who === search.endedBy),
    interval: search.interval === 0 || search.interval === '0' ? 0 : idOf(search.interval),
    online: idOf(search.online) === 1 ? 1 : undefined,
    by: search.by === 'end' ? 'end' : undefined,
  })
}

/** Period of the calls report and filters of its list, as URL parameters. */
export interface CallsReportParams {
  from?: string
  to?: string
  company?: number
  page?: number
  /** One row per month or per company; without it per day or hour. */
  by?: 'month' | 'company'
  /** Only calls of the hour, day or month that begins at this time: 'YYYY-MM-DD HH:mm:ss' UTC. */
  at?: string
  dispatcher?: number
  outcome?: CallOutcome
}

export function readCallsReportParams(search: Record<string, unknown>): CallsReportParams {
  return defined({
    from: wallTime(search.from),
    to: wallTime(search.to),
    company: idOf(search.company),
    page: pageOf(search.page),
    by: (['month', 'company'] as const).find((by) => by === search.by),
    at: wallTime(search.at),
    dispatcher: idOf(search.dispatcher),
    outcome: CALL_OUTCOMES.find((outcome) => outcome === search.outcome),
  })
}

function defined<T extends object>(params: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as never
}

function idOf(value: unknown): number | undefined {
  const n = Number(value)
  return Number.isSafeInteger(n) && n > 0 ? n : undefined
}

function pageOf(value: unknown): number | undefined {
  const page = idOf(value)
  return page !== undefined && page > 1 && page <= 100_000 ? page : undefined
}

function wallTime(value: unknown): string | undefined {
  return typeof value === 'string' && WALL_TIME.test(value) ? value : undefined
}
