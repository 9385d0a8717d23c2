import { type Query, QueryClient } from '@tanstack/react-query'

/** `call` already repeats what nobody answered; an answer of the server is not asked for twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** Queries that were invalidated while their first reply was on its way: that reply may be older than the reason. */
const outdated = new WeakSet<Query>()

/**
 * A reply never overwrites what is newer. A fetch that is under way when an event or the reply to a write puts data into its query begins
 * again; the first fetch of a query, which `invalidateQueries` does not cancel, is followed by another.
 */
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return
  const { query, action } = event
  const isFetching = query.state.fetchStatus === 'fetching'
  if (action.type === 'invalidate' && isFetching && query.state.data === undefined) outdated.add(query)
  const isOvertaken = action.type === 'success' && (action.manual ? isFetching : outdated.delete(query))
  if (isOvertaken) query.fetch(undefined, { cancelRefetch: true }).catch(() => undefined)
})
