import { QueryClient } from '@tanstack/react-query'

/** `request` already retries when there is no reply; a reply is never requested twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/**
 * A reply never overwrites newer data: a fetch in flight is restarted when an event or the reply to a write sets its
 * query's data, and when the query is invalidated before its first reply, which `invalidateQueries` alone would wait
 * for.
 */
queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
  if (type !== 'updated' || !('action' in event) || query.state.fetchStatus !== 'fetching') return
  const { type: what } = event.action
  /* A reply ends its fetch: a success while the fetch goes on comes from `setQueryData`. */
  if (what !== 'success' && (what !== 'invalidate' || query.state.data !== undefined)) return
  query.cancel({ silent: true })
  /* Only a query that is not marked as invalidated emits the next event. */
  if (what === 'invalidate') query.setState({ isInvalidated: false })
  query.fetch().catch(() => undefined)
})
