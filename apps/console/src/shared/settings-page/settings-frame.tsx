import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session.ts'
import { settingsMessages as messages } from './settings-messages.ts'
import './settings.css'
import { settingsOf } from './settings-groups.ts'

/** Frame of every settings page, with the menu of all pages the user may open. `path` is the page's own. */
export function SettingsFrame({ path, children }: { path: string; children: ReactNode }) {
  const user = useUser()
  const sections = settingsOf(user)
  if (sections.length === 0) return children
  return (
    <div className="settings-frame">
      <nav className="settings-nav no-print" aria-label={messages.nav}>
        {user.permissions.includes('company_settings.edit') ? (
          <Link to="/settings" activeOptions={{ exact: true }}>
            {messages.title}
          </Link>
        ) : null}
        {sections.map(({ title, pages }) => (
          <section key={title} aria-label={title}>
            <p className="small dim">{title}</p>
            {pages
              .filter((page) => page.path.startsWith('/settings/'))
              .map((page) => (
                <Link key={page.path} to={page.path} aria-current={page.path === path ? 'page' : undefined}>
                  {page.title}
                </Link>
              ))}
          </section>
        ))}
      </nav>
      <div className="settings-body">{children}</div>
    </div>
  )
}
