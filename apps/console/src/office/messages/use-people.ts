import { type Interlocutor, listInterlocutors } from '@dispecerat/contract/office/messages'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { endpointKey } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useChat } from '../../shared/chat/chat-store.ts'

const TYPING_MS = 250
const PER_PAGE = 30

export interface People {
  rows: readonly Interlocutor[]
  isLoading: boolean
  isError: boolean
  isSearch: boolean
  hasMore: boolean
  more: () => void
  retry: () => void
}

/** People with a conversation, the newest first; a search also finds drivers without one. */
export function usePeople(): People {
  const [search] = useDebouncedValue(
    useChat((s) => s.search.trim()),
    TYPING_MS,
  )
  const query = search ? { search } : {}
  const found = useInfiniteQuery({
    queryKey: endpointKey(listInterlocutors, { query }, 'pages'),
    queryFn: ({ pageParam: page, signal }) =>
      request(listInterlocutors, { query: { ...query, page, per_page: PER_PAGE } }, { signal, byBody: true }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: useFallbackInterval(FALLBACK_MS.lists),
  })
  const byId = new Map(found.data?.pages.flatMap(({ data }) => data).map((row) => [row.id, row]))
  return {
    rows: [...byId.values()],
    isLoading: found.isLoading,
    isError: found.isError && !found.data,
    isSearch: search !== '',
    hasMore: found.hasNextPage,
    more: () => void found.fetchNextPage(),
    retry: () => void found.refetch(),
  }
}
