import { useUser } from '../api/session.ts'
import { FirstStepsInvite } from '../identity/companies/standing/first-steps-invite.tsx'
import { PartnerQuestion } from '../identity/companies/standing/partner-question.tsx'
import { CompanyStatusBanner } from '../identity/companies/standing/standing-banner.tsx'
import { AnnouncementNotices } from '../shared/announcements/announcement-notices.tsx'
import { AlarmCorner } from '../shared/incidents/alarm-corner.tsx'
import { useMoneyNotices } from '../shared/notices/money-notices.ts'
import { usePartnerNotices } from '../shared/notices/partner-notices.ts'

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
