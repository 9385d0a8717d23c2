import { readFirstSteps } from '@dispecerat/contract/identity/first-steps'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'

const KEY = 'first-steps'

/** Progress of the company's first steps; requested only for users who may edit its settings. */
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
