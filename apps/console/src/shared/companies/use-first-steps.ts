import { readFirstSteps } from '@dispecerat/contract/identity/first-steps'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'

/** Progress of the company's first steps; requested only for users who may edit its settings. */
export function useFirstSteps() {
  const { companies, permissions } = useUser()
  const companyId = companies[0]?.id
  const cache = useQueryClient()
  const again = () => invalidate(cache, readFirstSteps)
  useLive('client_call_accepted', () => void again())
  const { data, isError, refetch } = useEndpointQuery(
    readFirstSteps,
    { params: { id: companyId } },
    { enabled: companyId !== undefined && permissions.includes('company_settings.edit') },
  )
  return { companyId, firstSteps: data?.data, isError, refetch, again }
}
