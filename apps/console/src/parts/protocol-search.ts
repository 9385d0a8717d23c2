import { readTableSearch, type TableSearch } from './data-table/table-search.ts'

export interface MonthSearch {
  month?: string
}

export interface InvoiceSearch extends TableSearch {
  state?: 'unpaid' | 'paid' | 'corrected'
}

/** A bad value falls back to the month before this one. */
export function readMonthSearch(search: Record<string, unknown>): MonthSearch {
  const { month } = search
  return typeof month === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}
}

/** A bad value falls back to none. */
export function readInvoiceSearch(search: Record<string, unknown>): InvoiceSearch {
  const state = (['unpaid', 'paid', 'corrected'] as const).find((one) => one === search.state)
  return { ...readTableSearch(search), ...(state ? { state } : {}) }
}
