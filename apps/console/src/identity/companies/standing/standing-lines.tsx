import type { CompanyStanding } from '@dispecerat/contract/identity/companies'
import { useUser } from '../../../api/session.ts'
import { companyStatusMessages as messages } from './standing-messages.ts'
import './standing.css'
import { companyStatusLine } from './standing-line.ts'
import { VettingLine } from './vetting-line.tsx'

/** Notices about companies that are not in normal operation. */
export function CompanyStatusLines({ standings, today }: { standings: readonly CompanyStanding[]; today: string }) {
  const { companies, permissions } = useUser()
  const runsIt = permissions.includes('company_settings.edit')
  const lines = standings.flatMap((standing) => {
    const name = companies.length > 1 ? standing.name : null
    const line = companyStatusLine(standing, { today, name, runsIt })
    return line ? [{ id: standing.company_id, ...line }] : []
  })
  const unvetted = standings.filter(isUnvetted)
  if (lines.length === 0 && unvetted.length === 0) return null
  return (
    <section aria-label={messages.label}>
      {unvetted.map((standing) => (
        <VettingLine key={standing.company_id} standing={standing} runsIt={runsIt} />
      ))}
      {lines.map(({ id, kind, text }) => (
        <p key={id} className={`standing standing-${kind}`} role="status">
          <strong>{text[0]?.toUpperCase() + text.slice(1)}</strong>
          {kind === 'stopped' ? <span>{messages.goesOn}</span> : null}
          <span>{messages.ask}</span>
        </p>
      ))}
    </section>
  )
}

function isUnvetted({ approval, is_email_proved: isProved }: CompanyStanding): boolean {
  return approval === 'waiting' || approval === 'refused' || !isProved
}
