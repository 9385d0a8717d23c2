import { LEDGER_ROW_TYPES, type LedgerRowType } from '@dispecerat/domain/billing/ledger'
import { readTableParams, type TableParams } from './table-params.ts'

/** URL parameters of the finance pages; an invalid value is ignored. */
export interface FinanceParams extends TableParams {
  company?: number
  driver?: number
  only?: 'negative' | 'low' | 'cannot_work'
  type?: LedgerRowType
  /** Dates in the Bucharest time zone. */
  from?: string
  to?: string
  group?: 'day' | 'month' | 'company'
  /** The figure in the chart. */
  chart?: string
  state?: 'paid'
  kind?: 'in' | 'out' | 'between' | 'card' | 'protocol'
}

const ONLY = ['negative', 'low', 'cannot_work'] as const
const KINDS = ['in', 'out', 'between', 'card', 'protocol'] as const
const GROUPS = ['day', 'month', 'company'] as const
const WORD = /^[a-z_]{1,30}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

export function readFinanceParams(search: Record<string, unknown>): FinanceParams {
  const only = ONLY.find((one) => one === search.only)
  const type = LEDGER_ROW_TYPES.find((one) => one === search.type)
  const group = GROUPS.find((one) => one === search.group)
  const kind = KINDS.find((one) => one === search.kind)
  return {
    ...readTableParams(search),
    ...id('company', search.company),
    ...id('driver', search.driver),
    ...(only ? { only } : {}),
    ...(type ? { type } : {}),
    ...(kind ? { kind } : {}),
    ...day('from', search.from),
    ...day('to', search.to),
    ...(group ? { group } : {}),
    ...word('chart', search.chart),
    ...(search.state === 'paid' ? { state: 'paid' } : {}),
  }
}

function id<Name extends string>(name: Name, raw: unknown): Partial<Record<Name, number>> {
  const value = Number(raw)
  return Number.isSafeInteger(value) && value > 0 ? ({ [name]: value } as Record<Name, number>) : {}
}

function word<Name extends string>(name: Name, value: unknown): Partial<Record<Name, string>> {
  return typeof value === 'string' && WORD.test(value) ? ({ [name]: value } as Record<Name, string>) : {}
}

function day<Name extends string>(name: Name, value: unknown): Partial<Record<Name, string>> {
  const isDay = typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value))
  return isDay ? ({ [name]: value } as Record<Name, string>) : {}
}
