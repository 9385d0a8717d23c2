import { COMPANY_STATUSES, type CompanyStatus, FIRST_STEPS, type FirstStep } from '@dispecerat/domain/company'
import { readTableSearch, type TableSearch } from './data-table/table-search.ts'

/** URL parameters of the list of companies. */
export interface CompaniesSearch extends TableSearch {
  status?: CompanyStatus
  package?: 1 | 2 | 3
}

/** An invalid value is ignored. */
export function readCompaniesSearch(search: Record<string, unknown>): CompaniesSearch {
  const status = COMPANY_STATUSES.find((one) => one === search.status)
  const packageId = ([1, 2, 3] as const).find((one) => one === Number(search.package))
  return {
    ...readTableSearch(search),
    ...(status ? { status } : {}),
    ...(packageId ? { package: packageId } : {}),
  }
}

/** The shown first step; without it, the first open one. */
export function readFirstStepSearch(search: Record<string, unknown>): { step?: FirstStep } {
  const step = FIRST_STEPS.find((one) => one === search.step)
  return step ? { step } : {}
}
