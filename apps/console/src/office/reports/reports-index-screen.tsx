import { Link } from '@tanstack/react-router'
import { reportMessages as messages } from '../../text/report-messages.ts'
import '../../shared/data-table/books.css'
import '../../shared/reports/orders-report.css'
import { useReports } from '../../shared/reports/report-tabs.tsx'
import '../../shared/totals/totals.css'

/** /reports: index of the reports this user may read. */
export function ReportsIndexScreen() {
  const reports = useReports()
  return (
    <main id="content" className="page report">
      <h1>{messages.title}</h1>
      <p className="dim">{messages.indexHint}</p>
      <ul className="report-cards">
        {reports.map(({ to, title, hint }) => (
          <li key={to} className="panel">
            <Link to={to} search={{}}>
              <b>{title}</b>
              <span>{hint}</span>
            </Link>
          </li>
        ))}
      </ul>
    </main>
  )
}
