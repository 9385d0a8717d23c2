import {
  listRequestedLines,
  type Outgoing,
  readOutgoing,
  readTelephone,
  resumeOutgoing,
  stopOutgoing,
} from '@dispecerat/contract/telephony/telephone-admin'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { shownTime } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { OutgoingLimits } from './outgoing-limits.tsx'
import { outgoingMessages } from './outgoing-messages.ts'
import { TelephoneTable } from './telephone-table.tsx'

const messages = outgoingMessages.outgoing
const ROWS = [
  'open_calls',
  'day_calls',
  'day_minutes',
  'day_cost',
  'dispatcher_open_calls',
  'dispatcher_day_calls',
  'dispatcher_day_minutes',
  'dispatcher_day_cost',
] as const
type Row = (typeof ROWS)[number]

/** The minutes grow during calls without an event. */
const POLL_INTERVAL_MS = 5000
const NEARLY = 0.8

/** The company's limits for outgoing calls, today's usage, and the button that stops them. */
export function OutgoingCalls({ companyId }: { companyId: number }) {
  const mayGrant = useUser().permissions.includes('telephone.grant')
  const { data } = useEndpointQuery(
    readOutgoing,
    { query: { company_id: companyId } },
    { refetchInterval: POLL_INTERVAL_MS },
  )
  if (!data) return null
  const outgoing = data.data
  const { prefixes } = outgoing
  return (
    <TelephoneTable
      messages={messages}
      heads={[messages.limit, messages.used, messages.max]}
      isEmpty={false}
      rows={ROWS.map((row) => (
        <tr key={row}>
          <td>{messages.limits[row]}</td>
          <td className="digits">
            {amount(row, outgoing.used[row])} <Mark used={outgoing.used[row]} max={outgoing.limits[row]} />
          </td>
          <td className="digits">{amount(row, outgoing.limits[row])}</td>
        </tr>
      ))}
    >
      <p className="small dim">{prefixes.length > 0 ? messages.countries(prefixes.join(' ')) : messages.noCountries}</p>
      <StopButton outgoing={outgoing} mayResume={mayGrant} />
      {mayGrant ? <OutgoingLimits key={JSON.stringify([outgoing.limits, prefixes])} outgoing={outgoing} /> : null}
    </TelephoneTable>
  )
}

function amount(row: Row, value: number): string {
  return row.endsWith('day_cost') ? value.toFixed(2).replace('.', ',') : groupThousands(value)
}

function Mark({ used, max }: { used: number; max: number }) {
  if (used < max * NEARLY || (used === 0 && max > 0)) return null
  const isUsedUp = used >= max
  return (
    <span className={isUsedUp ? 'tag tag-bad' : 'tag tag-alert'}>{isUsedUp ? messages.usedUp : messages.nearly}</span>
  )
}

function StopButton({ outgoing, mayResume }: { outgoing: Outgoing; mayResume: boolean }) {
  const cache = useQueryClient()
  const { company_id, stopped_at, stopped_by_name } = outgoing
  const done = (text: string) => () => {
    toast.good(text)
    void invalidate(cache, readTelephone, listRequestedLines, readOutgoing)
  }
  const stop = useAction((body: { company_id: number }, key) => request(stopOutgoing, { body }, { key }), {
    done: done(messages.wasStopped),
  })
  const resume = useAction((body: { company_id: number }, key) => request(resumeOutgoing, { body }, { key }), {
    done: done(messages.resumed),
  })
  if (stopped_at === null) {
    const onYes = () => void stop.run({ company_id })
    return (
      <div>
        <Button
          size="xs"
          color="red"
          variant="default"
          loading={stop.busy}
          onClick={() => confirm({ text: messages.confirmStop, yes: messages.yesStop, danger: true, onYes })}
        >
          {messages.stop}
        </Button>
      </div>
    )
  }
  return (
    <div className="line-form">
      <p className="tag tag-bad">
        <span aria-hidden>✕</span> {messages.stopped(shownTime(stopped_at), stopped_by_name)}
      </p>
      {mayResume ? (
        <Button size="xs" variant="default" loading={resume.busy} onClick={() => void resume.run({ company_id })}>
          {messages.resume}
        </Button>
      ) : null}
    </div>
  )
}
