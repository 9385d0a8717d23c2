import { Link } from '@tanstack/react-router'
import { publicWords as words } from '../../text/public-words.ts'
import { ro } from '../../text/ro.ts'

/** The foot of the office's pages (C-23): the handbook, and what the law wants to be found from everywhere. */
export function AppFooter() {
  return (
    <nav aria-label={words.footer}>
      <span>{ro.app}</span>
      <Link to="/documentation">{words.nav.docs}</Link>
      <Link to="/page/$url" params={{ url: 'confidentialitate' }}>
        {words.legal.privacy}
      </Link>
      <Link to="/page/$url" params={{ url: 'termeni' }}>
        {words.legal.terms}
      </Link>
      <Link to="/page/$url" params={{ url: 'comunicari-comerciale' }}>
        {words.legal.marketing}
      </Link>
    </nav>
  )
}
