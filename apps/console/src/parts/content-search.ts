import { readTableSearch, type TableSearch } from './data-table/table-search.ts'

/** URL parameters of the list of pages. */
export interface ContentSearch extends TableSearch {
  type?: 'page' | 'documentation'
}

/** An invalid value is ignored. */
export function readContentSearch(search: Record<string, unknown>): ContentSearch {
  const { type } = search
  return { ...readTableSearch(search), ...(type === 'page' || type === 'documentation' ? { type } : {}) }
}
