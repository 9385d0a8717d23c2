import { Link } from '@tanstack/react-router'
import '../data-table/books.css'
import { filingMessages } from './filing-messages.ts'

const messages = filingMessages.tabs

/** Navigation between messages to people and submissions to authorities. */
export function OutboxTabs() {
  return (
    <nav className="book-tabs no-print" aria-label={messages.label}>
      <Link to="/outbox" search={{}} activeOptions={{ exact: true, includeSearch: false }}>
        {messages.letters}
      </Link>
      <Link to="/outbox/filings" search={{}} activeOptions={{ includeSearch: false }}>
        {messages.filings}
      </Link>
    </nav>
  )
}
