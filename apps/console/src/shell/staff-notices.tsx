import { useUser } from '../api/session.ts'
import { FirstStepsInvite } from '../identity/companies/standing/first-steps-invite.tsx'
import { PartnerQuestion } from '../identity/companies/standing/partner-question.tsx'
import { CompanyStatusBanner } from '../identity/companies/standing/standing-banner.tsx'
import { useLive } from '../realtime/use-live.ts'
import { AnnouncementNotices } from '../shared/announcements/announcement-notices.tsx'
import { AlarmCorner } from '../shared/incidents/alarm-corner.tsx'
import { draftMade, ledgerAlarm } from '../shared/notices/money-news-messages.ts'
import { usePartnerNotices } from '../shared/notices/partner-notices.ts'
import { OrderWarnings } from '../shared/orders/reminders/order-warnings.tsx'
import { toast } from '../ui/dialogs/toast.ts'

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
      {permissions.includes('orders.dispatch') ? <OrderWarnings /> : null}
      <CompanyStatusBanner />
      <FirstStepsInvite />
    </>
  )
}

/** Toasts about ledger differences and invoice drafts, on every screen, for users who handle finances. */
function useMoneyNotices() {
  const { permissions } = useUser()
  useLive('ledger_alarm', ({ differences }) => {
    if (permissions.includes('finances.read')) toast.bad(ledgerAlarm(differences), { ms: 20_000 })
  })
  useLive('invoice_draft_made', ({ month }) => {
    if (permissions.includes('protocol.bill')) toast.info(draftMade(month.split('-').reverse().join('.')))
  })
}
