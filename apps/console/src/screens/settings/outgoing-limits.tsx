import { changeOutgoing, type Outgoing } from '@dispecerat/contract/telephone-admin'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { outgoingWords } from '../../text/outgoing-words.ts'
import { later } from '../../ui/later.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { toast } from '../../ui/toast.ts'

const words = outgoingWords.outgoing
const RonField = later(() => import('../../parts/ron-field.tsx').then((m) => m.RonField))

type Limits = Outgoing['limits']
const COUNTS = ['open_calls', 'day_calls', 'day_minutes', 'dispatcher_day_calls'] as const

/** The platform's form. An emptied field is no number: the server names it. */
export function OutgoingLimits({ outgoing }: { outgoing: Outgoing }) {
  const cache = useQueryClient()
  const [limits, setLimits] = useState<Limits>(outgoing.limits)
  const [typed, setTyped] = useState(outgoing.prefixes.join(' '))
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const set = (field: keyof Limits, value: number) => setLimits((before) => ({ ...before, [field]: value }))
  const save = useAction(
    (body: Limits & { company_id: number; prefixes: string[] }, key) => call(changeOutgoing, { body }, { key }),
    {
      done: () => {
        setErrors({})
        toast.good(words.saved)
        void cache.invalidateQueries({ queryKey: ['telephone'] })
      },
      failed: (problem) => {
        const fields = problem instanceof ApiError ? problem.fields : {}
        setErrors(fields)
        return Object.keys(fields).length > 0
      },
    },
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
      {COUNTS.map((field) => (
        <NumberField
          key={field}
          label={words.limits[field]}
          min={0}
          clampBehavior="none"
          allowDecimal={false}
          value={Number.isFinite(limits[field]) ? limits[field] : ''}
          error={errors[field]?.join(' ')}
          onChange={(value) => set(field, typeof value === 'number' ? value : Number.NaN)}
        />
      ))}
      <Suspense fallback={<TextInput label={words.limits.day_cost} disabled />}>
        <RonField
          label={words.limits.day_cost}
          value={Number.isFinite(limits.day_cost) ? limits.day_cost : null}
          error={errors.day_cost?.join(' ')}
          onChange={(ron) => set('day_cost', ron ?? Number.NaN)}
        />
      </Suspense>
      <TextInput
        label={words.prefixes}
        placeholder={words.prefixesHint}
        maxLength={2000}
        value={typed}
        error={ofPrefixes?.join(' ')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={save.busy}>
        {words.save}
      </Button>
    </form>
  )
}
