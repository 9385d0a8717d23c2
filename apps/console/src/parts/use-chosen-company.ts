import { useMyCompanies } from './use-my-companies.ts'

/**
 * The company named in the address, else the first one. Undefined while the companies of who sees them all are on their way, and for who
 * has none: what is asked for one company waits for it.
 */
export function useChosenCompany(asked: number | undefined): number | undefined {
  const companies = useMyCompanies()
  return companies.find(({ id }) => id === asked)?.id ?? companies[0]?.id
}
