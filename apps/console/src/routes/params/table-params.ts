/** URL parameters of every table; each screen adds its own filters. */
export interface TableParams {
  page?: number
  per_page?: 15 | 30 | 60
  /** 'name' or '-name'. */
  sort?: string
  search?: string
}

export const PER_PAGE = [15, 30, 60] as const
export const DEFAULT_PER_PAGE = 30
const MAX_SEARCHED = 80
const SORT = /^-?[a-z_]{1,30}$/

/** An invalid value is ignored. `{ ...readTableParams(search), own: … }` is a screen's whole reader. */
export function readTableParams(search: Record<string, unknown>): TableParams {
  const page = Number(search.page)
  const perPage = PER_PAGE.find((n) => n === Number(search.per_page))
  const { sort, search: typed } = search
  const messages = typeof typed === 'string' || typeof typed === 'number' ? String(typed).slice(0, MAX_SEARCHED) : ''
  return {
    ...(Number.isSafeInteger(page) && page > 1 && page <= 100_000 ? { page } : {}),
    ...(perPage === undefined || perPage === DEFAULT_PER_PAGE ? {} : { per_page: perPage }),
    ...(typeof sort === 'string' && SORT.test(sort) ? { sort } : {}),
    ...(messages.trim() === '' ? {} : { search: messages }),
  }
}

/** The company filter; an invalid value is ignored. */
export function companyOf({ company }: Record<string, unknown>): { company?: number } {
  const id = Number(company)
  return Number.isSafeInteger(id) && id > 0 ? { company: id } : {}
}
