import { Link } from '@tanstack/react-router'
import { publicMessages as messages } from '../text/public-messages.ts'
import { ro } from '../text/ro.ts'

/** Footer of the office pages: the handbook, and the pages that the law requires to be reachable from everywhere. */
export function AppFooter() {
  return (
    <nav aria-label={messages.footer}>
      <span>{ro.app}</span>
      <Link to="/documentation">{messages.nav.docs}</Link>
      <Link to="/page/$url" params={{ url: 'confidentialitate' }}>
        {messages.legal.privacy}
      </Link>
      <Link to="/page/$url" params={{ url: 'termeni' }}>
        {messages.legal.terms}
      </Link>
      <Link to="/page/$url" params={{ url: 'comunicari-comerciale' }}>
        {messages.legal.marketing}
      </Link>
    </nav>
  )
}
