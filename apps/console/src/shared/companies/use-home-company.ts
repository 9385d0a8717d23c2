import { useUser } from '../../api/session.ts'
import { useMyCompanies } from './use-my-companies.ts'

/**
 * Default company of a new record: the user's home company, or the only one visible to them; otherwise none, so that
 * nothing is filed under the wrong tenant.
 */
export function useHomeCompany(): number | null {
  const { companies: own } = useUser()
  const seen = useMyCompanies()
  return own[0]?.id ?? (seen.length === 1 ? (seen[0]?.id ?? null) : null)
}
