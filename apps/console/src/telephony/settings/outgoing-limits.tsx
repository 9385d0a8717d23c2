import {
  changeOutgoing,
  listRequestedLines,
  type Outgoing,
  readOutgoing,
  readTelephone,
} from '@dispecerat/contract/telephony/telephone-admin'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { later } from '../../ui/later.ts'
import { outgoingMessages } from './outgoing-messages.ts'

const messages = outgoingMessages.outgoing
const RonField = later(() => import('../../shared/orders/ron-field.tsx').then((m) => m.RonField))

const COUNTS = ['open_calls', 'day_calls', 'day_minutes'] as const
const COUNTS_OF_ONE = ['dispatcher_open_calls', 'dispatcher_day_calls', 'dispatcher_day_minutes'] as const

/** The platform's form. An empty field is sent as null, and the server names it. */
export function OutgoingLimits({ outgoing }: { outgoing: Outgoing }) {
  const cache = useQueryClient()
  const { values, bind, set, busy, submit } = useForm({
    initial: { ...outgoing.limits, prefixes: outgoing.prefixes.join(' ') },
    save: ({ prefixes: typed, ...limits }, key) => {
      const prefixes = typed.split(/[\s,;]+/).filter((prefix) => prefix !== '')
      return request(changeOutgoing, { body: { ...limits, prefixes, company_id: outgoing.company_id } }, { key })
    },
    done: () => {
      toast.good(messages.saved)
      void invalidate(cache, readTelephone, listRequestedLines, readOutgoing)
    },
  })
  const count = (field: (typeof COUNTS | typeof COUNTS_OF_ONE)[number]) => (
    <NumberField
      key={field}
      label={messages.limits[field]}
      min={0}
      clampBehavior="none"
      allowDecimal={false}
      {...bind(field)}
      value={Number.isFinite(values[field]) ? values[field] : ''}
      onChange={(value) => set(field, typeof value === 'number' ? value : Number.NaN)}
    />
  )
  const cost = (field: 'day_cost' | 'dispatcher_day_cost') => (
    <Suspense fallback={<TextInput label={messages.limits[field]} disabled />}>
      <RonField
        label={messages.limits[field]}
        {...bind(field)}
        value={Number.isFinite(values[field]) ? values[field] : null}
        onChange={(ron) => set(field, ron ?? Number.NaN)}
      />
    </Suspense>
  )
  return (
    <form className="line-form" onSubmit={submit}>
      {COUNTS.map(count)}
      {cost('day_cost')}
      {COUNTS_OF_ONE.map(count)}
      {cost('dispatcher_day_cost')}
      <TextInput label={messages.prefixes} placeholder={messages.prefixesHint} maxLength={2000} {...bind('prefixes')} />
      <Button type="submit" size="xs" variant="default" loading={busy}>
        {messages.save}
      </Button>
    </form>
  )
}
