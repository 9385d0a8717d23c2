import { readTableSearch, type TableSearch } from './data-table/table-search.ts'

export interface MonthSearch {
  month?: string
}

const INVOICE_FILTERS = ['unpaid', 'part_paid', 'overdue', 'paid', 'overpaid', 'corrected'] as const

export interface InvoiceSearch extends TableSearch {
  state?: (typeof INVOICE_FILTERS)[number]
}

/** A bad value falls back to the month before this one. */
export function readMonthSearch(search: Record<string, unknown>): MonthSearch {
  const { month } = search
  return typeof month === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}
}

/** A bad value falls back to none. */
export function readInvoiceSearch(search: Record<string, unknown>): InvoiceSearch {
  const state = INVOICE_FILTERS.find((one) => one === search.state)
  return { ...readTableSearch(search), ...(state ? { state } : {}) }
}
