import { readTableSearch, type TableSearch } from './data-table/table-search.ts'

export interface MonthSearch {
  month?: string
}

const INVOICE_FILTERS = ['unpaid', 'part_paid', 'overdue', 'paid', 'overpaid', 'corrected'] as const

export interface InvoiceSearch extends TableSearch {
  state?: (typeof INVOICE_FILTERS)[number]
}

/** An invalid value falls back to the previous month. */
export function readMonthSearch(search: Record<string, unknown>): MonthSearch {
  const { month } = search
  return typeof month === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}
}

/** An invalid value is ignored. */
export function readInvoiceSearch(search: Record<string, unknown>): InvoiceSearch {
  const state = INVOICE_FILTERS.find((one) => one === search.state)
  return { ...readTableSearch(search), ...(state ? { state } : {}) }
}
