import { fileRegister } from '@dispecerat/contract/filings'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { daysBefore } from '../../parts/sums/days.ts'
import { useMyCompanies } from '../../parts/use-my-companies.ts'
import { filingWords } from '../../text/filing-words.ts'
import { toWallTime } from '../../text/format.ts'
import { DateField } from '../../ui/date-field.tsx'
import { serverNow } from '../../ui/now.ts'
import { toast } from '../../ui/toast.ts'

const words = filingWords.register
const FORMATS = [
  { value: 'xml', label: 'XML' },
  { value: 'csv', label: 'CSV' },
]

/** Queues a day's register of orders for the town hall: yesterday's, unless another day is chosen. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const companies = useMyCompanies()
  const yesterday = daysBefore(toWallTime(new Date(serverNow())).slice(0, 10), 1)
  const [company, setCompany] = useState<number | null>(null)
  const [day, setDay] = useState<string | null>(yesterday)
  const [format, setFormat] = useState<'xml' | 'csv'>('xml')
  const company_id = company ?? companies[0]?.id
  const queue = useAction(
    (body: { company_id: number; day: string; format: 'xml' | 'csv' }, key) => call(fileRegister, { body }, { key }),
    {
      done: () => {
        toast.good(words.queued)
        onDone()
      },
    },
  )
  return (
    <form
      className="table-tools is-labelled"
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (company_id !== undefined && day !== null) void queue.run({ company_id, day, format })
      }}
    >
      <b className="small">{words.title}</b>
      {companies.length > 1 ? (
        <NativeSelect
          size="xs"
          label={words.company}
          data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(company_id ?? '')}
          onChange={(event) => setCompany(Number(event.currentTarget.value))}
        />
      ) : null}
      <DateField
        size="xs"
        label={words.day}
        value={day}
        maxDate={yesterday}
        error={day === null ? words.dayMissing : undefined}
        onChange={setDay}
      />
      <NativeSelect
        size="xs"
        label={words.format}
        data={FORMATS}
        value={format}
        onChange={(event) => setFormat(event.currentTarget.value === 'csv' ? 'csv' : 'xml')}
      />
      <Button type="submit" size="xs" variant="default" disabled={company_id === undefined} loading={queue.busy}>
        {words.queue}
      </Button>
    </form>
  )
}
