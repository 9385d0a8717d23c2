import { type CompanyStanding, listStandings } from '@dispecerat/contract/companies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { standingWords as words } from '../../text/standing-words.ts'
import { later } from '../../ui/later.ts'
import './standing.css'
import { standingLine } from './standing-line.ts'

const VettingLines = later(() => import('./vetting-lines.tsx').then((m) => m.VettingLines))

const KEY = 'company-standings'
/** A trial ends at midnight, under a page that stays open. */
const AGAIN_MS = 15 * 60_000

/** Above everything: until when my companies take new orders, when that ends or has ended. */
export function StandingBanner() {
  const { companies, permissions } = useUser()
  const cache = useQueryClient()
  const again = () => void cache.invalidateQueries({ queryKey: [KEY] })
  useLive('company_settings_changed', again)
  useResync(again)
  const { data } = useQuery({
    queryKey: [KEY],
    queryFn: ({ signal }) => call(listStandings, {}, { signal }),
    refetchInterval: AGAIN_MS,
    enabled: permissions.includes('orders.dispatch'),
  })
  const mine = data?.data.filter(({ company_id: id }) => companies.some((one) => one.id === id)) ?? []
  const runsIt = permissions.includes('company_settings.edit')
  const lines = mine.flatMap((standing) => {
    const name = companies.length > 1 ? standing.name : null
    const line = standingLine(standing, { today: data?.today ?? '', name, runsIt })
    return line ? [{ id: standing.company_id, ...line }] : []
  })
  const unvetted = mine.filter(isUnvetted)
  if (lines.length === 0 && unvetted.length === 0) return null
  return (
    <section aria-label={words.label}>
      {unvetted.length > 0 ? (
        <Suspense fallback={null}>
          <VettingLines standings={unvetted} runsIt={runsIt} />
        </Suspense>
      ) : null}
      {lines.map(({ id, kind, text }) => (
        <p key={id} className={`standing standing-${kind}`} role="status">
          <strong>{text[0]?.toUpperCase() + text.slice(1)}</strong>
          {kind === 'stopped' ? <span>{words.goesOn}</span> : null}
          <span>{words.ask}</span>
        </p>
      ))}
    </section>
  )
}

function isUnvetted({ approval, is_email_proved: isProved }: CompanyStanding): boolean {
  return approval === 'waiting' || approval === 'refused' || !isProved
}
