import { type BanOfDriver, listBans } from '@dispecerat/contract/fleet/bans'
import { isPermanentBan } from '@dispecerat/domain/fleet/ban'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { banMessages } from './ban-messages.ts'
import './ban.css'
import { useTimeFormat } from '../user/use-time-format.ts'
import { useWorkspace } from '../workspace/workspace.ts'

const messages = banMessages

/** Every ban of the driver: by whom, when, why, and how it ended; loaded on demand. */
export function BanHistory({ driverId }: { driverId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const { orderPath } = useWorkspace()
  const timeFormat = useTimeFormat()
  const { data, isError, refetch } = useEndpointQuery(listBans, { params: { id: driverId } }, { enabled: isOpen })
  const bans = data?.data ?? []
  return (
    <details className="ban-history" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="small">{messages.history}</summary>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {data && bans.length === 0 ? <p className="small dim">{messages.noHistory}</p> : null}
      <ol>
        {bans.map((ban) => (
          <li key={ban.id} className="small">
            <b>{ban.reason}</b>
            <div className="dim digits">
              {shownTime(ban.banned_at, timeFormat)} – {endOf(ban, timeFormat)} ·{' '}
              {ban.by_name ?? (ban.by === 'system' ? messages.automatic : ban.by)}
            </div>
            <div className="dim">
              {howItEnded(ban)}
              {ban.order_id === null ? null : (
                <>
                  {' · '}
                  <Link to={orderPath} params={{ id: String(ban.order_id) }} search={(search) => search}>
                    {ro.titles.order(ban.order_id)}
                  </Link>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </details>
  )
}

function endOf({ ban_until }: BanOfDriver, timeFormat: (at: Date) => string): string {
  const until = fromWireTime(ban_until)
  return until && !isPermanentBan(until) ? timeFormat(until) : messages.permanent.toLowerCase()
}

function howItEnded({ end_reason, ended_by_name }: BanOfDriver): string {
  if (end_reason === null) return messages.ends.running
  return end_reason === 'lifted' ? messages.ends.lifted(ended_by_name ?? '') : messages.ends[end_reason]
}
