import { listCurrentAnnouncements } from '@dispecerat/contract/office/announcements'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'

export const ANNOUNCEMENTS = 'announcements'
/** Announcements begin and end at set times, without an event. */
const POLL_INTERVAL_MS = 60_000

/** The announcements that dispatchers see now. */
export function useCurrentAnnouncements() {
  return useQuery({
    queryKey: [ANNOUNCEMENTS, 'current'],
    queryFn: ({ signal }) => request(listCurrentAnnouncements, {}, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
  })
}
