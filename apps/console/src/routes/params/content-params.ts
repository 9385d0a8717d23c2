import { readTableParams, type TableParams } from './table-params.ts'

/** URL parameters of the list of pages. */
export interface ContentParams extends TableParams {
  type?: 'page' | 'documentation'
}

/** An invalid value is ignored. */
export function readContentParams(search: Record<string, unknown>): ContentParams {
  const { type } = search
  return { ...readTableParams(search), ...(type === 'page' || type === 'documentation' ? { type } : {}) }
}
