import { readTableParams, type TableParams } from './table-params.ts'

export interface MonthParams {
  month?: string
}

const INVOICE_FILTERS = ['unpaid', 'part_paid', 'overdue', 'paid', 'overpaid', 'corrected'] as const

export interface InvoiceParams extends TableParams {
  state?: (typeof INVOICE_FILTERS)[number]
}

/** An invalid value falls back to the previous month. */
export function readMonthParams(search: Record<string, unknown>): MonthParams {
  const { month } = search
  return typeof month === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}
}

/** An invalid value is ignored. */
export function readInvoiceParams(search: Record<string, unknown>): InvoiceParams {
  const state = INVOICE_FILTERS.find((one) => one === search.state)
  return { ...readTableParams(search), ...(state ? { state } : {}) }
}
