import { readTableSearch, type TableSearch } from './data-table/table-search.ts'

/** What the list of pages keeps in its address. */
export interface ContentSearch extends TableSearch {
  type?: 'page' | 'documentation'
}

/** A bad value falls back to none. */
export function readContentSearch(search: Record<string, unknown>): ContentSearch {
  const { type } = search
  return { ...readTableSearch(search), ...(type === 'page' || type === 'documentation' ? { type } : {}) }
}
