import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Updates a part of a query's data. Before its first reply there is nothing to update, and the reply in flight may be
 * older than the change: it is requested again.
 */
export function patchReply<Reply>(cache: QueryClient, queryKey: QueryKey, patch: (reply: Reply) => Reply) {
  const patched = cache.setQueryData<Reply>(queryKey, (reply) => reply && patch(reply))
  if (patched === undefined) void cache.invalidateQueries({ queryKey, exact: true })
}
