import { useUser } from '../api/session.ts'
import { AnnouncementNews } from './announcements/announcement-news.tsx'
import { AlarmCorner } from './incidents/alarm-corner.tsx'
import { useMoneyNews } from './money-news.ts'
import { usePartnerNews } from './partner-news.ts'
import { FirstStepsInvite } from './standing/first-steps-invite.tsx'
import { PartnerQuestion } from './standing/partner-question.tsx'
import { StandingBanner } from './standing/standing-banner.tsx'

/** What is told to everybody of the room wherever he works: alarms, announcements, and when his company may take no orders. */
export function StaffNotices() {
  const { permissions } = useUser()
  useMoneyNews()
  usePartnerNews()
  return (
    <>
      {permissions.includes('incidents.read') ? <AlarmCorner /> : null}
      {permissions.includes('announcements.read') ? <AnnouncementNews /> : null}
      {permissions.includes('company_settings.edit') ? <PartnerQuestion /> : null}
      <StandingBanner />
      <FirstStepsInvite />
    </>
  )
}
