import { QueryClient } from '@tanstack/react-query'

/** `call` already repeats what nobody answered; an answer of the server is not asked for twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/**
 * A reply never overwrites what is newer: a fetch that is under way begins again when an event or the reply to a write puts data into its
 * query, and when the query is invalidated before its first reply, which `invalidateQueries` alone would wait for.
 */
queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
  if (type !== 'updated' || !('action' in event) || query.state.fetchStatus !== 'fetching') return
  const { type: what } = event.action
  // A reply ends its fetch: a success beside one that goes on was put in.
  if (what !== 'success' && (what !== 'invalidate' || query.state.data !== undefined)) return
  query.cancel({ silent: true })
  // Only a query that is not marked tells of the next event.
  if (what === 'invalidate') query.setState({ isInvalidated: false })
  query.fetch().catch(() => undefined)
})
