import { useUser } from '../api/session.ts'
import { useMyCompanies } from './use-my-companies.ts'

/** Whose a new row of mine is until another is said: my own company's, or the only one's there is. Else nobody's by accident. */
export function useHomeCompany(): number | null {
  const { companies: own } = useUser()
  const seen = useMyCompanies()
  return own[0]?.id ?? (seen.length === 1 ? (seen[0]?.id ?? null) : null)
}
