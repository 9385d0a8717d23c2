import { AnnouncementNews } from './announcements/announcement-news.tsx'
import { AlarmCorner } from './incidents/alarm-corner.tsx'
import { FirstStepsInvite } from './standing/first-steps-invite.tsx'
import { StandingBanner } from './standing/standing-banner.tsx'

/** What is told to everybody of the room wherever he works: alarms, announcements, and when his company may take no orders. */
export function HouseNews() {
  return (
    <>
      <AlarmCorner />
      <AnnouncementNews />
      <StandingBanner />
      <FirstStepsInvite />
    </>
  )
}
