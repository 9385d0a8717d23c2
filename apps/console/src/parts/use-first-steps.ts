import { readFirstSteps } from '@dispecerat/contract/first-steps'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../api/request.ts'
import { useUser } from '../api/session.ts'
import { useLive } from '../realtime/use-live.ts'

const KEY = 'first-steps'

/** How far my company is with its first steps; asked only by who may change it. */
export function useFirstSteps() {
  const { companies, permissions } = useUser()
  const companyId = companies[0]?.id
  const cache = useQueryClient()
  const again = () => cache.invalidateQueries({ queryKey: [KEY] })
  useLive('client_call_accepted', () => void again())
  const { data, isError, refetch } = useQuery({
    queryKey: [KEY, companyId],
    queryFn: ({ signal }) => request(readFirstSteps, { params: { id: companyId } }, { signal }),
    enabled: companyId !== undefined && permissions.includes('company_settings.edit'),
  })
  return { companyId, firstSteps: data?.data, isError, refetch, again }
}
