import type { Permission } from '@dispecerat/domain/identity/permissions'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import { reportMessages as messages } from '../../text/report-messages.ts'
import { heatMessages } from './heat-messages.ts'

interface ReportLink {
  to: string
  title: string
  hint: string
  may: Permission
}

const { dispatchers, drivers, cancellations, protocol, search, fairness } = messages.reports
const ALL: readonly ReportLink[] = [
  { to: '/reports/orders', title: messages.tabs.orders, hint: messages.open.orders, may: 'orders.read' },
  { to: '/reports/calls', title: messages.tabs.calls, hint: messages.open.calls, may: 'calls.report' },
  { to: '/reports/heat', title: heatMessages.tab, hint: messages.open.heat, may: 'statistics.read' },
  { to: '/reports/dispatchers', ...dispatchers, may: 'reports.read' },
  { to: '/reports/drivers', ...drivers, may: 'reports.read' },
  { to: '/reports/cancellations', ...cancellations, may: 'reports.read' },
  { to: '/reports/protocol', ...protocol, may: 'reports.read' },
  { to: '/reports/search', ...search, may: 'reports.read' },
  { to: '/reports/fairness', ...fairness, may: 'reports.read' },
]

/** The reports this user may read, in display order. */
export function useReports(): readonly ReportLink[] {
  const { permissions } = useUser()
  return ALL.filter(({ may }) => permissions.includes(may))
}

/** Navigation between the reports. */
export function ReportTabs() {
  return (
    <nav className="book-tabs no-print" aria-label={messages.title}>
      {useReports().map(({ to, title }) => (
        <Link key={to} to={to} search={{}} activeOptions={{ includeSearch: false }}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
