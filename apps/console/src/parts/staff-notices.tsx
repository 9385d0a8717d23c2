import { useUser } from '../api/session.ts'
import { AnnouncementNotices } from './announcements/announcement-notices.tsx'
import { AlarmCorner } from './incidents/alarm-corner.tsx'
import { useMoneyNotices } from './money-notices.ts'
import { usePartnerNotices } from './partner-notices.ts'
import { FirstStepsInvite } from './standing/first-steps-invite.tsx'
import { PartnerQuestion } from './standing/partner-question.tsx'
import { CompanyStatusBanner } from './standing/standing-banner.tsx'

/** Notices for all staff on every screen: alarms, announcements, and a company that may take no orders. */
export function StaffNotices() {
  const { permissions } = useUser()
  useMoneyNotices()
  usePartnerNotices()
  return (
    <>
      {permissions.includes('incidents.read') ? <AlarmCorner /> : null}
      {permissions.includes('announcements.read') ? <AnnouncementNotices /> : null}
      {permissions.includes('company_settings.edit') ? <PartnerQuestion /> : null}
      <CompanyStatusBanner />
      <FirstStepsInvite />
    </>
  )
}
