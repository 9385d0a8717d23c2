import { listCurrentAnnouncements } from '@dispecerat/contract/office/announcements'
import { useEndpointQuery } from '../../api/endpoint-query.ts'

/** Announcements begin and end at set times, without an event. */
const POLL_INTERVAL_MS = 60_000

/** The announcements that dispatchers see now. */
export function useCurrentAnnouncements() {
  return useEndpointQuery(listCurrentAnnouncements, {}, { refetchInterval: POLL_INTERVAL_MS })
}
