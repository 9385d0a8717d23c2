import { listMyCompanies } from '@dispecerat/contract/people'
import { seesEveryCompany } from '@dispecerat/domain/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '../api/request.ts'
import { useUser } from '../api/session.ts'
import { useLive } from '../realtime/use-live.ts'

const CACHE_MS = 300_000
const KEY = ['my-companies']

interface MyCompany {
  id: number
  name: string
  /** Null when it has not placed itself on the map. */
  lat: number | null
  lng: number | null
}

/** The companies I see, by name: those I belong to, every one for who sees them all as soon as they are here. */
export function useMyCompanies(): readonly MyCompany[] {
  const { companies, roles } = useUser()
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => request(listMyCompanies, {}, { signal }),
    staleTime: CACHE_MS,
    enabled: seesEveryCompany(roles),
  })
  useLive('company_settings_changed', () => void cache.invalidateQueries({ queryKey: KEY }))
  const own = useMemo(() => companies.toSorted((a, b) => a.name.localeCompare(b.name, 'ro')), [companies])
  return data?.data ?? own
}
