import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { type Interlocutor, listMessages, type MessageView } from '@dispecerat/contract/office/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { CHAT } from './use-chat-feed.ts'

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
  return usePagedTalk(personId, (paging, signal) =>
    request(listMessages, { query: { receiver_id: personId, ...paging } }, { signal }),
  )
}

type Page = Pick<ReplyOf<typeof listMessages>, 'data' | 'meta'> & { interlocutor?: Interlocutor }

/** Loads page by page, the newest first. */
export function usePagedTalk(
  personId: number,
  load: (paging: { page: number; per_page: number }, signal: AbortSignal) => Promise<Page>,
): Talk {
  const found = useInfiniteQuery({
    queryKey: [CHAT, 'talk', personId],
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
