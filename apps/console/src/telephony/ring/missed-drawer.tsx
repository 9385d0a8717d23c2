import {
  listMissedCalls,
  type MissedCall,
  markCalledBack,
  unmarkCalledBack,
} from '@dispecerat/contract/telephony/missed-calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button, Drawer } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request as ask } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { CallPhone } from '../../shared/telephone/call-phone.tsx'
import { duration, hourAndMinute, shownTime } from '../../text/format.ts'
import { ringMessages } from '../../text/ring-messages.ts'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'

const messages = ringMessages.missed

interface Props {
  /** Null while they are loading. */
  rows: readonly MissedCall[] | null
  hasFailed: boolean
  retry: () => void
  onClose: () => void
}

/** Calls to be returned, newest first; the solved ones can be shown. */
export function MissedDrawer({ rows, hasFailed, retry, onClose }: Props) {
  useFocusReturn()
  useEscLayer(onClose)
  const [showsSolved, setShowsSolved] = useState(false)
  const waiting = rows?.filter(({ called_back_at }) => called_back_at === null) ?? []
  const solved = rows?.filter(({ called_back_at }) => called_back_at !== null) ?? []
  return (
    <Drawer
      opened
      className="missed-drawer"
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={480}
      title={messages.title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <p className="dim small">{messages.hint}</p>
      {rows === null && hasFailed ? <LoadFailed text={messages.failed} onRetry={retry} /> : null}
      {rows !== null && waiting.length === 0 ? <p className="missed-nobody">{messages.nobody}</p> : null}
      <ul className="missed-rows" aria-label={messages.title}>
        {waiting.map((row) => (
          <MissedRow key={row.id} row={row} />
        ))}
        {showsSolved ? solved.map((row) => <MissedRow key={row.id} row={row} />) : null}
      </ul>
      {solved.length > 0 ? (
        <Button size="compact-sm" variant="subtle" onClick={() => setShowsSolved((shows) => !shows)}>
          {showsSolved ? messages.hideSolved : messages.showSolved(solved.length)}
        </Button>
      ) : null}
    </Drawer>
  )
}

function MissedRow({ row }: { row: MissedCall }) {
  const phone = prettyPhone(row.phone)
  const who = row.client.name ?? phone
  const hasSeveral = useUser().companies.length > 1
  const reason = row.reason_type === 'missed' || row.reason_type === 'busy' || row.reason_type === 'connection_lost'
  return (
    <li className={row.called_back_at === null ? 'missed-row' : 'missed-row missed-solved'}>
      <div className="missed-who">
        <b>{who}</b>
        {row.client.name ? <span className="digits">{phone}</span> : null}
        {row.client.id === null ? <span className="tag">{messages.unknown}</span> : null}
        <time className="digits missed-when">{shownTime(row.last_rang_at, hourAndMinute)}</time>
      </div>
      <div className="missed-facts small">
        <span>{messages.tries(row.tries)}</span>
        <span>{messages.waited(duration(row.waited_seconds))}</span>
        <span>
          {reason ? messages.reasons[row.reason_type as 'missed' | 'busy' | 'connection_lost'] : messages.reasons.other}
        </span>
        {hasSeveral ? <span className="dim">{row.company_name}</span> : null}
      </div>
      {row.called_back_at !== null ? (
        <p className="small dim">
          {messages.solvedBy(row.called_back_by?.name ?? '', shownTime(row.called_back_at, hourAndMinute))}
        </p>
      ) : null}
      <div className="missed-buttons">
        <CallPhone phone={row.phone} name={row.client.name} label={messages.callBack} size="compact-sm" />
        <Solve row={row} who={who} />
      </div>
    </li>
  )
}

/** Reversible; the server notifies every dispatcher. */
function Solve({ row, who }: { row: MissedCall; who: string }) {
  const cache = useQueryClient()
  const isSolved = row.called_back_at !== null
  const mark = useAction(
    (id: number, key) => ask(isSolved ? unmarkCalledBack : markCalledBack, { params: { id } }, { key }),
    { done: () => void invalidate(cache, listMissedCalls) },
  )
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={mark.busy}
      aria-label={isSolved ? messages.reopenOf(who) : messages.solveOf(who)}
      onClick={() => void mark.run(row.id)}
    >
      {isSolved ? messages.reopen : messages.solve}
    </Button>
  )
}
