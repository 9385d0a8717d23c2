import { listMyCompanies } from '@dispecerat/contract/office/people'
import { seesEveryCompany } from '@dispecerat/domain/identity/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'

const CACHE_MS = 300_000

interface MyCompany {
  id: number
  name: string
  /** Null when the company has no position on the map. */
  lat: number | null
  lng: number | null
}

/**
 * The companies visible to the user, by name: those they belong to; all of them for users who see every company, once
 * loaded.
 */
export function useMyCompanies(): readonly MyCompany[] {
  const { companies, roles } = useUser()
  const cache = useQueryClient()
  const { data } = useEndpointQuery(listMyCompanies, {}, { staleTime: CACHE_MS, enabled: seesEveryCompany(roles) })
  useLive('company_settings_changed', () => void invalidate(cache, listMyCompanies))
  const own = useMemo(() => companies.toSorted((a, b) => a.name.localeCompare(b.name, 'ro')), [companies])
  return data?.data ?? own
}
