import { listAnnouncements, listCurrentAnnouncements } from '@dispecerat/contract/office/announcements'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { shortened } from '../../ui/shortened.ts'
import { announcementMessages as messages } from './announcement-messages.ts'
import { useCurrentAnnouncements } from './use-current-announcements.ts'

const SHOWN_MS = 20_000
/** The full text is on the dashboard. */
const MAX_SHOWN = 300

/**
 * A toast for an announcement that begins while the user works, on every screen; earlier ones are only on the
 * dashboard.
 */
export function AnnouncementNotices() {
  const cache = useQueryClient()
  const again = () => void invalidate(cache, listCurrentAnnouncements, listAnnouncements)
  useLive('announcements_changed', again)
  useResync(again)
  const { data } = useCurrentAnnouncements()
  const known = useRef<ReadonlySet<number> | null>(null)
  useEffect(() => {
    if (!data) return
    for (const { id, title, text } of data.data) {
      if (known.current === null || known.current.has(id)) continue
      toast.info(shortened(text, MAX_SHOWN), { id: `announcement-${id}`, title: messages.fresh(title), ms: SHOWN_MS })
    }
    known.current = new Set([...(known.current ?? []), ...data.data.map(({ id }) => id)])
  }, [data])
  return null
}
