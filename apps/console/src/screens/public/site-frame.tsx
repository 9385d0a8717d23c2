import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { publicWords as words } from '../../text/public-words.ts'
import { ro } from '../../text/ro.ts'
import '../../parts/page-html.css'
import './public.css'

/** Header and footer of the pages everybody reads (C-23); who is logged in finds the way to the console (C-76). */
export function SiteFrame({ children }: { children: ReactNode }) {
  const isLogged = useSession((s) => s.token !== null)
  return (
    <div className="site">
      <header className="site-head">
        <Link to="/" className="site-brand">
          {ro.app}
        </Link>
        <nav aria-label={words.site}>
          <Link to="/business/enroll">{words.nav.enroll}</Link>
          <Link to="/documentation">{words.nav.docs}</Link>
          <Link to="/app">{words.nav.app}</Link>
          {isLogged ? <Link to="/dashboard">{words.nav.console}</Link> : <Link to="/login">{words.nav.logIn}</Link>}
        </nav>
      </header>
      <main id="content" className="site-main">
        {children}
      </main>
      <footer className="site-foot">
        <nav aria-label={words.footer}>
          <Link to="/page/$url" params={{ url: 'confidentialitate' }}>
            {words.legal.privacy}
          </Link>
          <Link to="/page/$url" params={{ url: 'termeni' }}>
            {words.legal.terms}
          </Link>
          <Link to="/page/$url" params={{ url: 'comunicari-comerciale' }}>
            {words.legal.marketing}
          </Link>
          <Link to="/driver/privacy">{words.legal.drivers}</Link>
        </nav>
      </footer>
    </div>
  )
}
