import {
  countScheduledOrders,
  listScheduledOrders,
  readScheduleRules,
} from '@dispecerat/contract/dispatch/scheduled-orders'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { endpointKey, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { millisOf } from '../../text/format.ts'
import { type TimeRange, wallDay } from './schedule-range.ts'

interface Wire {
  from: string
  to: string
  search?: string
}

function wireOf({ from, to }: TimeRange, find: string): Wire {
  return { from: toWireTime(from), to: toWireTime(to), ...(find === '' ? {} : { search: find }) }
}

/** The scheduled orders of a range, the earliest first, in pages of a hundred. */
export function useScheduledOrders(range: TimeRange, find: string) {
  const query = wireOf(range, find)
  const { data, isError, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey: endpointKey(listScheduledOrders, { query }, 'pages'),
    queryFn: ({ signal, pageParam }) =>
      request(listScheduledOrders, { query: { ...query, page: pageParam } }, { signal, byBody: true }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: useFallbackInterval(FALLBACK_MS.lists),
  })
  return {
    orders: data?.pages.flatMap((page) => page.data),
    total: data?.pages[0]?.meta.total,
    isError,
    isFetching,
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : null,
  }
}

/** Number of departures on each day of a range, by 'YYYY-MM-DD'. */
export function useDayCounts(range: TimeRange, find: string): ReadonlyMap<string, number> {
  const query = wireOf(range, find)
  const { data } = useEndpointQuery(
    countScheduledOrders,
    { query },
    { byBody: true, placeholderData: keepPreviousData, refetchInterval: useFallbackInterval(FALLBACK_MS.lists) },
  )
  const days = new Map<string, number>()
  for (const { hour, count } of data?.data ?? []) {
    const day = wallDay(new Date(millisOf(hour)))
    days.set(day, (days.get(day) ?? 0) + count)
  }
  return days
}

export function useScheduleRules() {
  return useEndpointQuery(readScheduleRules)
}
