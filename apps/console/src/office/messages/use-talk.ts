import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { type Interlocutor, listMessages, type MessageView } from '@dispecerat/contract/office/messages'
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { endpointKey } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'

const PER_PAGE = 30

export interface Talk {
  person: Interlocutor | null
  /** The oldest first. */
  messages: readonly MessageView[]
  isLoading: boolean
  isError: boolean
  hasOlder: boolean
  isAskingOlder: boolean
  older: () => void
  retry: () => void
}

/** One conversation; requesting its first page marks it as read. */
export function useTalk(personId: number): Talk {
  const query = { receiver_id: personId }
  return usePagedTalk(endpointKey(listMessages, { query }, 'pages'), (paging, signal) =>
    request(listMessages, { query: { ...query, ...paging } }, { signal }),
  )
}

type Page = Pick<ReplyOf<typeof listMessages>, 'data' | 'meta'> & { interlocutor?: Interlocutor }

/** Loads page by page, the newest first. */
export function usePagedTalk(
  queryKey: QueryKey,
  load: (paging: { page: number; per_page: number }, signal: AbortSignal) => Promise<Page>,
): Talk {
  const found = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: page, signal }) => load({ page, per_page: PER_PAGE }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined),
    refetchInterval: useFallbackInterval(FALLBACK_MS.lists),
  })
  /* A message that arrives between two requests shifts the pages: duplicates are removed. */
  const byId = new Map(found.data?.pages.flatMap(({ data }) => data).map((message) => [message.id, message]))
  return {
    person: found.data?.pages[0]?.interlocutor ?? null,
    messages: [...byId.values()].sort((a, b) => a.id - b.id),
    isLoading: found.isLoading,
    isError: found.isError && !found.data,
    hasOlder: found.hasNextPage,
    isAskingOlder: found.isFetchingNextPage,
    older: () => void found.fetchNextPage(),
    retry: () => void found.refetch(),
  }
}
