import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { publicMessages as messages } from '../../text/public-messages.ts'
import { ro } from '../../text/ro.ts'
import '../../shared/content/page-html.css'
import './public.css'

/** Header and footer of the public pages; logged-in users get a link to the console. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const isLogged = useSession((s) => s.token !== null)
  return (
    <div className="site">
      <header className="site-head">
        <Link to="/" className="site-brand">
          {ro.app}
        </Link>
        <nav aria-label={messages.site}>
          <Link to="/business/enroll">{messages.nav.enroll}</Link>
          <Link to="/documentation">{messages.nav.docs}</Link>
          <Link to="/app">{messages.nav.app}</Link>
          {isLogged ? (
            <Link to="/dashboard">{messages.nav.console}</Link>
          ) : (
            <Link to="/login">{messages.nav.logIn}</Link>
          )}
        </nav>
      </header>
      <main id="content" className="site-main">
        {children}
      </main>
      <footer className="site-foot">
        <nav aria-label={messages.footer}>
          <Link to="/page/$url" params={{ url: 'confidentialitate' }}>
            {messages.legal.privacy}
          </Link>
          <Link to="/page/$url" params={{ url: 'termeni' }}>
            {messages.legal.terms}
          </Link>
          <Link to="/page/$url" params={{ url: 'comunicari-comerciale' }}>
            {messages.legal.marketing}
          </Link>
          <Link to="/driver/privacy">{messages.legal.drivers}</Link>
        </nav>
      </footer>
    </div>
  )
}
