import { Link } from '@tanstack/react-router'
import '../../parts/books.css'
import { filingWords } from '../../text/filing-words.ts'

const words = filingWords.tabs

/** The way between what people got and what authorities got. */
export function OutboxTabs() {
  return (
    <nav className="book-tabs no-print" aria-label={words.label}>
      <Link to="/outbox" search={{}} activeOptions={{ exact: true, includeSearch: false }}>
        {words.letters}
      </Link>
      <Link to="/outbox/filings" search={{}} activeOptions={{ includeSearch: false }}>
        {words.filings}
      </Link>
    </nav>
  )
}
