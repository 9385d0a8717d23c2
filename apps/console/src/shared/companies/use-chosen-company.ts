import { useMyCompanies } from './use-my-companies.ts'

/**
 * The company in the URL, else the first one. Undefined while the companies of a user who sees them all are loading,
 * and for a user without any: queries of one company wait for it.
 */
export function useChosenCompany(requested: number | undefined): number | undefined {
  const companies = useMyCompanies()
  return companies.find(({ id }) => id === requested)?.id ?? companies[0]?.id
}
