import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useUser } from '../../api/session.ts'
import { settingsMessages as messages } from '../../shared/settings-page/settings-messages.ts'
import '../../shared/settings-page/settings.css'
import { type SettingsPage, settingsOf } from '../../shared/settings-page/settings-groups.ts'

/** /settings: index of the company's settings, by section. */
export function SettingsScreen() {
  return (
    <main id="content" className="page settings-index">
      <h1>{messages.title}</h1>
      <p className="dim">{messages.lead}</p>
      {settingsOf(useUser()).map(({ title, pages }) => (
        <Section key={title} title={title} pages={pages} />
      ))}
    </main>
  )
}

function Section({ title, pages }: { title: string; pages: readonly SettingsPage[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="settings-cards">
        {pages.map(({ path, title: name, hint }) => (
          <li key={path} className="panel settings-card">
            <Link to={path}>{name}</Link>
            <p className="small dim">{hint}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
