import { Link } from '@tanstack/react-router'
import '../../shared/data-table/books.css'
import '../../shared/data-table/data-table.css'
import { financeMessages } from './finance-messages.ts'
import './finances.css'

const messages = financeMessages.tabs
const TABS = [
  ['/finances', messages.summary],
  ['/finances/sold', messages.sold],
  ['/finances/transfer', messages.transfer],
  ['/finances/transfer-discount', messages.discount],
  ['/finances/payments', messages.payments],
  ['/finances/history', messages.history],
  ['/finances/reports', messages.reports],
] as const

/** Navigation between the finance pages. */
export function FinanceTabs() {
  return (
    <nav className="book-tabs no-print" aria-label={messages.label}>
      {TABS.map(([to, label]) => (
        <Link key={to} to={to} search={{}} activeOptions={{ exact: true, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
