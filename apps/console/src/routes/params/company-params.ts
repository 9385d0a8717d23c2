import { COMPANY_STATUSES, type CompanyStatus, FIRST_STEPS, type FirstStep } from '@dispecerat/domain/identity/company'
import { readTableParams, type TableParams } from './table-params.ts'

/** URL parameters of the list of companies. */
export interface CompaniesParams extends TableParams {
  status?: CompanyStatus
  package?: 1 | 2 | 3
}

/** An invalid value is ignored. */
export function readCompaniesParams(search: Record<string, unknown>): CompaniesParams {
  const status = COMPANY_STATUSES.find((one) => one === search.status)
  const packageId = ([1, 2, 3] as const).find((one) => one === Number(search.package))
  return {
    ...readTableParams(search),
    ...(status ? { status } : {}),
    ...(packageId ? { package: packageId } : {}),
  }
}

/** The shown first step; without it, the first open one. */
export function readFirstStepParams(search: Record<string, unknown>): { step?: FirstStep } {
  const step = FIRST_STEPS.find((one) => one === search.step)
  return step ? { step } : {}
}
