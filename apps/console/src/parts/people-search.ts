import { PEOPLE_TYPES, type PeopleType } from '@dispecerat/domain/role-grants'
import { readTableSearch, type TableSearch } from './data-table/table-search.ts'

/** URL parameters of a list of people. */
export interface PeopleSearch extends TableSearch {
  state?: 'active' | 'deactivated' | 'banned'
  company?: number
  papers?: 'expired' | 'ending'
}

const STATES = ['active', 'deactivated', 'banned'] as const
const DOCUMENT_STATES = ['expired', 'ending'] as const

/** An invalid value is ignored. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const state = STATES.find((one) => one === search.state)
  const documents = DOCUMENT_STATES.find((one) => one === search.papers)
  const company = Number(search.company)
  return {
    ...readTableSearch(search),
    ...(state ? { state } : {}),
    ...(documents ? { papers: documents } : {}),
    ...(Number.isSafeInteger(company) && company > 0 ? { company } : {}),
  }
}

export function isPeopleType(type: string): type is PeopleType {
  return PEOPLE_TYPES.some((one) => one === type)
}
