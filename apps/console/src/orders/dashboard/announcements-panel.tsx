import { Link } from '@tanstack/react-router'
import { announcementMessages as messages } from '../../shared/announcements/announcement-messages.ts'
import { useCurrentAnnouncements } from '../../shared/announcements/use-current-announcements.ts'
import { shownTime } from '../../text/format.ts'
import { LongText } from '../../ui/long-text.tsx'
import './announcements-panel.css'

/** Maximum length of a shown announcement. */
const MAX_SHOWN = 400

/** The current announcements for dispatchers; nothing without any. */
export function AnnouncementsPanel() {
  const announcements = useCurrentAnnouncements().data?.data ?? []
  if (announcements.length === 0) return null
  return (
    <section className="panel announcements" aria-label={messages.panel}>
      <h2 className="panel-title">
        <Link to="/announcements" search={{}}>
          {messages.title}
        </Link>
      </h2>
      <ul>
        {announcements.map(({ id, title, text, starts_at }) => (
          <li key={id}>
            <b>{title}</b> <time className="small dim">{shownTime(starts_at)}</time>
            <div className="announcements-text">
              <LongText text={text} max={MAX_SHOWN} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
