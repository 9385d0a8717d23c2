import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { listReportLinks, makeReportToken } from '@dispecerat/contract/office/driver-reports'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { useForm } from '../../shared/form/use-form.ts'
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
  const [made, setMade] = useState<Made | null>(null)
  const cache = useQueryClient()
  const form = useForm({
    initial: { from: `${today.slice(0, 8)}01`, to: today, expires_days: 7 },
    save: ({ from, to, expires_days }, key) =>
      request(makeReportToken, { params: { id: driverId }, body: { ...wireDays(from, to), expires_days } }, { key }),
    done: ({ data }) => {
      setMade(data)
      void invalidate(cache, listReportLinks)
    },
  })
  const { values, bind, set } = form
  return (
    <EditSection title={messages.title}>
      <p className="wide dim">{messages.hint}</p>
      <DateField label={messages.from} {...bind('from')} onChange={(day) => set('from', day ?? values.from)} />
      <DateField label={messages.to} {...bind('to')} onChange={(day) => set('to', day ?? values.to)} />
      <NativeSelect
        label={messages.expires}
        {...bind('expires_days')}
        value={String(values.expires_days)}
        data={EXPIRES.map((days) => ({ value: String(days), label: messages.days[days] }))}
        onChange={(event) => set('expires_days', Number(event.currentTarget.value))}
      />
      <Group gap="sm" className="person-password">
        <Button size="compact-md" variant="default" disabled={form.busy} onClick={() => form.submit()}>
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
