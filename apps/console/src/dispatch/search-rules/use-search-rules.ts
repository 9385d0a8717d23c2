import { listSearchIntervals } from '@dispecerat/contract/dispatch/search-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { builderMessages } from './builder-messages.ts'
import { mergeServerRules } from './use-rules-draft.ts'

/**
 * A company's rules (null: the server's default), refetched after every change. During a save nothing is merged into
 * the draft, because the replies of the save come first.
 */
export function useSearchRules(companyId: number | null, isSaving: boolean) {
  const cache = useQueryClient()
  useLive('search_intervals_changed', ({ company_id }) => {
    void cache.invalidateQueries({
      queryKey: endpointKey(listSearchIntervals),
      predicate: ({ state }) => isOf(state.data, company_id),
    })
  })
  useResync(() => void invalidate(cache, listSearchIntervals))
  const rules = useEndpointQuery(
    listSearchIntervals,
    { query: companyId === null ? {} : { company_id: companyId } },
    { refetchInterval: useFallbackInterval(FALLBACK_MS.statistics) },
  )
  const { data } = rules
  useEffect(() => {
    if (!data || isSaving) return
    if (mergeServerRules(data.company_id, data.data)) toast.info(builderMessages.orphan, { ms: 8000 })
  }, [data, isSaving])
  return rules
}

function isOf(data: unknown, companyId: number): boolean {
  return (data as { company_id: number } | undefined)?.company_id === companyId
}
