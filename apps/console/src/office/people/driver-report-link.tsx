import type { BodyOf, ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { listReportLinks, makeReportToken } from '@dispecerat/contract/office/driver-reports'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { fromWallTime, shownTime, toWallTime } from '../../text/format.ts'
import { reportMessages } from '../../text/report-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { serverNow } from '../../ui/now.ts'
import { OpenLinks } from './open-report-links.tsx'

const messages = reportMessages.link
const EXPIRES = [1, 7, 30, 90] as const
const DAY_MS = 86_400_000
type Made = ReplyOf<typeof makeReportToken>['data']

/** Creates a link with which a driver can read their trips and earnings without an account. */
export function DriverReportLink({ driverId }: { driverId: number }) {
  const today = toWallTime(new Date(serverNow())).slice(0, 10)
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const [expires, setExpires] = useState<number>(7)
  const [made, setMade] = useState<Made | null>(null)
  const [problems, setProblems] = useState<Record<string, string[]>>({})
  const cache = useQueryClient()
  const make = useAction(
    (body: BodyOf<typeof makeReportToken>, key) =>
      request(makeReportToken, { params: { id: driverId }, body }, { key }),
    {
      done: ({ data }) => {
        setProblems({})
        setMade(data)
        void invalidate(cache, listReportLinks)
      },
      failed: (error) => {
        const fields = error instanceof ApiError ? error.fields : {}
        setProblems(fields)
        return Object.keys(fields).length > 0
      },
    },
  )
  return (
    <EditSection title={messages.title}>
      <p className="wide dim">{messages.hint}</p>
      <DateField
        label={messages.from}
        value={from}
        error={problems.from?.join(' ')}
        onChange={(day) => setFrom(day ?? from)}
      />
      <DateField label={messages.to} value={to} error={problems.to?.join(' ')} onChange={(day) => setTo(day ?? to)} />
      <NativeSelect
        label={messages.expires}
        value={String(expires)}
        data={EXPIRES.map((days) => ({ value: String(days), label: messages.days[days] }))}
        onChange={(event) => setExpires(Number(event.currentTarget.value))}
      />
      <Group gap="sm" className="person-password">
        <Button
          size="compact-md"
          variant="default"
          disabled={make.busy}
          onClick={() => void make.run({ ...wireDays(from, to), expires_days: expires })}
        >
          {messages.make}
        </Button>
      </Group>
      {made ? <MadeLink made={made} /> : null}
      <OpenLinks driverId={driverId} onTakenBack={() => setMade(null)} />
    </EditSection>
  )
}

function MadeLink({ made: { path, expires_at } }: { made: Made }) {
  const address = new URL(path, window.location.origin).href
  const copy = () => void navigator.clipboard.writeText(address).then(() => toast.good(messages.copied))
  return (
    <div className="wide">
      <TextInput
        label={messages.made}
        description={messages.until(shownTime(expires_at))}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group mt="xs" gap="sm">
        <Button size="compact-sm" variant="default" onClick={copy}>
          {messages.copy}
        </Button>
        <Button size="compact-sm" variant="default" component="a" href={path} target="_blank" rel="noopener">
          {messages.open}
        </Button>
      </Group>
    </div>
  )
}

/** From the first midnight to the midnight after the last day. */
function wireDays(from: string, to: string): { from: string; to: string } {
  const after = new Date(Date.parse(`${to}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  const [start, end] = [fromWallTime(`${from} 00:00:00`), fromWallTime(`${after} 00:00:00`)]
  return { from: start ? toWireTime(start) : from, to: end ? toWireTime(end) : to }
}
