import { PEOPLE_TYPES, type PeopleType } from '@dispecerat/domain/identity/role-grants'
import { readTableParams, type TableParams } from './table-params.ts'

/** URL parameters of a list of people. */
export interface PeopleParams extends TableParams {
  state?: 'active' | 'deactivated' | 'banned'
  company?: number
  papers?: 'expired' | 'ending'
}

const STATES = ['active', 'deactivated', 'banned'] as const
const DOCUMENT_STATES = ['expired', 'ending'] as const

/** An invalid value is ignored. */
export function readPeopleParams(search: Record<string, unknown>): PeopleParams {
  const state = STATES.find((one) => one === search.state)
  const documents = DOCUMENT_STATES.find((one) => one === search.papers)
  const company = Number(search.company)
  return {
    ...readTableParams(search),
    ...(state ? { state } : {}),
    ...(documents ? { papers: documents } : {}),
    ...(Number.isSafeInteger(company) && company > 0 ? { company } : {}),
  }
}

export function isPeopleType(type: string): type is PeopleType {
  return PEOPLE_TYPES.some((one) => one === type)
}
