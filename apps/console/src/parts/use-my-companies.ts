import { listMyCompanies } from '@dispecerat/contract/people'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useUser } from '../api/session.ts'

const KEPT_MS = 300_000

/** The companies I keep, for choices: those I belong to at once, every one for who sees them all as soon as they are here. */
export function useMyCompanies(): readonly { id: number; name: string }[] {
  const { companies } = useUser()
  const { data } = useQuery({
    queryKey: ['my-companies'],
    queryFn: ({ signal }) => call(listMyCompanies, {}, { signal }),
    staleTime: KEPT_MS,
  })
  return data?.data ?? companies
}
