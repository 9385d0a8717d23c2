import { listCurrentAnnouncements } from '@dispecerat/contract/announcements'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'

export const ANNOUNCEMENTS = 'announcements'
/** They begin and end by themselves. */
const POLL_INTERVAL_MS = 60_000

/** What the dispatchers are told now. */
export function useCurrentAnnouncements() {
  return useQuery({
    queryKey: [ANNOUNCEMENTS, 'current'],
    queryFn: ({ signal }) => request(listCurrentAnnouncements, {}, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
  })
}
