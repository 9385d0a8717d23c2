import {
  changeOutgoing,
  listRequestedLines,
  type Outgoing,
  readOutgoing,
  readTelephone,
} from '@dispecerat/contract/telephony/telephone-admin'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { later } from '../../ui/later.ts'
import { outgoingMessages } from './outgoing-messages.ts'

const messages = outgoingMessages.outgoing
const RonField = later(() => import('../../shared/orders/ron-field.tsx').then((m) => m.RonField))

type Limits = Outgoing['limits']
const COUNTS = ['open_calls', 'day_calls', 'day_minutes'] as const
const COUNTS_OF_ONE = ['dispatcher_open_calls', 'dispatcher_day_calls', 'dispatcher_day_minutes'] as const

/** The platform's form. An empty field is sent as null, and the server names it. */
export function OutgoingLimits({ outgoing }: { outgoing: Outgoing }) {
  const cache = useQueryClient()
  const [limits, setLimits] = useState<Limits>(outgoing.limits)
  const [typed, setTyped] = useState(outgoing.prefixes.join(' '))
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const set = (field: keyof Limits, value: number) => setLimits((before) => ({ ...before, [field]: value }))
  const save = useAction(
    (body: Limits & { company_id: number; prefixes: string[] }, key) => request(changeOutgoing, { body }, { key }),
    {
      done: () => {
        setErrors({})
        toast.good(messages.saved)
        void invalidate(cache, readTelephone, listRequestedLines, readOutgoing)
      },
      failed: (problem) => {
        const fields = problem instanceof ApiError ? problem.fields : {}
        setErrors(fields)
        return Object.keys(fields).length > 0
      },
    },
  )
  const count = (field: (typeof COUNTS | typeof COUNTS_OF_ONE)[number]) => (
    <NumberField
      key={field}
      label={messages.limits[field]}
      min={0}
      clampBehavior="none"
      allowDecimal={false}
      value={Number.isFinite(limits[field]) ? limits[field] : ''}
      error={errors[field]?.join(' ')}
      onChange={(value) => set(field, typeof value === 'number' ? value : Number.NaN)}
    />
  )
  const cost = (field: 'day_cost' | 'dispatcher_day_cost') => (
    <Suspense fallback={<TextInput label={messages.limits[field]} disabled />}>
      <RonField
        label={messages.limits[field]}
        value={Number.isFinite(limits[field]) ? limits[field] : null}
        error={errors[field]?.join(' ')}
        onChange={(ron) => set(field, ron ?? Number.NaN)}
      />
    </Suspense>
  )
  const ofPrefixes = Object.entries(errors).find(([field]) => field.startsWith('prefixes'))?.[1]
  return (
    <form
      className="line-form"
      onSubmit={(event) => {
        event.preventDefault()
        const prefixes = typed.split(/[\s,;]+/).filter((prefix) => prefix !== '')
        void save.run({ ...limits, prefixes, company_id: outgoing.company_id })
      }}
    >
      {COUNTS.map(count)}
      {cost('day_cost')}
      {COUNTS_OF_ONE.map(count)}
      {cost('dispatcher_day_cost')}
      <TextInput
        label={messages.prefixes}
        placeholder={messages.prefixesHint}
        maxLength={2000}
        value={typed}
        error={ofPrefixes?.join(' ')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={save.busy}>
        {messages.save}
      </Button>
    </form>
  )
}
