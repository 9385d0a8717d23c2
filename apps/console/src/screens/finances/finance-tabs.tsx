import { Link } from '@tanstack/react-router'
import '../../parts/books.css'
import '../../parts/data-table/data-table.css'
import { financeWords } from '../../text/finance-words.ts'
import './finances.css'

const words = financeWords.tabs
const TABS = [
  ['/finances', words.summary],
  ['/finances/sold', words.sold],
  ['/finances/transfer', words.transfer],
  ['/finances/transfer-discount', words.discount],
  ['/finances/payments', words.payments],
  ['/finances/history', words.history],
  ['/finances/reports', words.reports],
] as const

/** The way between the pages of money. */
export function FinanceTabs() {
  return (
    <nav className="book-tabs no-print" aria-label={words.label}>
      {TABS.map(([to, label]) => (
        <Link key={to} to={to} search={{}} activeOptions={{ exact: true, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
