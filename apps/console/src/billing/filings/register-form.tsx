import { fileRegister } from '@dispecerat/contract/billing/filings'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useMyCompanies } from '../../shared/companies/use-my-companies.ts'
import { filingMessages } from '../../shared/outbox/filing-messages.ts'
import { fromWallTime, toWallTime } from '../../text/format.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { serverNow } from '../../ui/now.ts'

const messages = filingMessages.register
const FORMATS = [
  { value: 'xml', label: 'XML' },
  { value: 'csv', label: 'CSV' },
]

/** Queues a day's register of orders for the town hall: yesterday's, unless another day is chosen. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const companies = useMyCompanies()
  const yesterday = dayBefore(toWallTime(new Date(serverNow())))
  const [company, setCompany] = useState<number | null>(null)
  const [day, setDay] = useState<string | null>(yesterday)
  const [format, setFormat] = useState<'xml' | 'csv'>('xml')
  const company_id = company ?? companies[0]?.id
  const queue = useAction(
    (body: { company_id: number; day: string; format: 'xml' | 'csv' }, key) => request(fileRegister, { body }, { key }),
    {
      done: () => {
        toast.good(messages.queued)
        onDone()
      },
    },
  )
  return (
    <form
      className="table-tools is-labelled"
      aria-label={messages.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (company_id !== undefined && day !== null) void queue.run({ company_id, day, format })
      }}
    >
      <b className="small">{messages.title}</b>
      {companies.length > 1 ? (
        <NativeSelect
          size="xs"
          label={messages.company}
          data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(company_id ?? '')}
          onChange={(event) => setCompany(Number(event.currentTarget.value))}
        />
      ) : null}
      <DateField
        size="xs"
        label={messages.day}
        value={day}
        maxDate={yesterday}
        error={day === null ? messages.dayMissing : undefined}
        onChange={setDay}
      />
      <NativeSelect
        size="xs"
        label={messages.format}
        data={FORMATS}
        value={format}
        onChange={(event) => setFormat(event.currentTarget.value === 'csv' ? 'csv' : 'xml')}
      />
      <Button type="submit" size="xs" variant="default" disabled={company_id === undefined} loading={queue.busy}>
        {messages.queue}
      </Button>
    </form>
  )
}

/** By calendar day, because a day may have 23 or 25 hours. */
function dayBefore(wall: string): string {
  const midnight = fromWallTime(`${wall.slice(0, 10)} 00:00:00`) ?? new Date(serverNow())
  return toWallTime(new Date(midnight.getTime() - 1)).slice(0, 10)
}
