import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes a part of what a query has been answered. Before its first reply there is nothing to change, and the reply under way may have
 * been read before the change: it is requested again.
 */
export function patchReply<Reply>(cache: QueryClient, queryKey: QueryKey, patch: (reply: Reply) => Reply) {
  const patched = cache.setQueryData<Reply>(queryKey, (reply) => reply && patch(reply))
  if (patched === undefined) void cache.invalidateQueries({ queryKey, exact: true })
}
