import { addPriorityWindow } from '@dispecerat/contract/fleet/priority-windows'
import { listDrivers } from '@dispecerat/contract/orders/company-dispatch'
import { Button, MultiSelect } from '@mantine/core'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { WallTimeField } from '../../ui/fields/wall-time-field.tsx'
import { serverNow } from '../../ui/now.ts'
import { defaultInput, type PriorityProblems, readInput } from './priority-form.ts'
import { priorityMessages } from './priority-messages.ts'

const messages = priorityMessages
/** Shown for a driver without a default car. */
const NO_CAR = 'XXX'
const MAX_OPTIONS = 60

type Body = Extract<ReturnType<typeof readInput>, { body: unknown }>['body']

/** Period and drivers of a new window; an invalid field is marked and nothing is sent. */
export function NewPriorityWindow({ onSaved }: { onSaved: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [input, setInput] = useState(() => defaultInput(new Date(serverNow())))
  const [problems, setProblems] = useState<PriorityProblems>({})
  const [attempt, setAttempt] = useState(0)
  const { choices, signOf } = useDriverChoices()
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  const save = useAction((body: Body, key) => request(addPriorityWindow, { body }, { key }), {
    done: () => {
      toast.good(messages.saved)
      setInput(defaultInput(new Date(serverNow())))
      onSaved()
    },
    failed: (error) => {
      if (!(error instanceof ApiError)) return false
      const { from, to, users } = error.fields
      setProblems({ from: from?.[0], to: to?.[0], users: users?.[0] })
      return false
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readInput(input, signOf)
    setProblems('problems' in read ? read.problems : {})
    if ('body' in read) void save.run(read.body)
    else setAttempt((n) => n + 1)
  }
  return (
    <form ref={form} className="priority-form" onSubmit={submit} noValidate>
      {(['from', 'to'] as const).map((end) => (
        <WallTimeField
          key={end}
          label={messages[end]}
          placeholder={messages.format}
          pickLabel={messages.pick}
          value={input[end]}
          error={problems[end]}
          onChange={(value) => setInput((before) => ({ ...before, [end]: value }))}
        />
      ))}
      <MultiSelect
        data-autofocus
        openOnFocus={false}
        className="priority-drivers"
        label={messages.drivers}
        placeholder={messages.choose}
        searchable
        clearable
        hidePickedOptions
        limit={MAX_OPTIONS}
        nothingFoundMessage={messages.nobody}
        clearButtonProps={{ 'aria-label': ro.order.edit.restore }}
        data={choices}
        value={[...input.driverIds]}
        error={problems.users}
        onChange={(driverIds) => setInput((before) => ({ ...before, driverIds }))}
        withScrollArea={false}
        styles={{ dropdown: { maxHeight: 220, overflowY: 'auto' } }}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <Button type="submit" aria-busy={save.busy} miw={110}>
        {save.busy ? ro.order.submitting : messages.save}
      </Button>
    </form>
  )
}

/** Drivers only, sorted by the server: by call sign, those without a car last. */
function useDriverChoices() {
  const { data } = useEndpointQuery(listDrivers)
  return useMemo(() => {
    const drivers = data?.data ?? []
    const signs = new Map(drivers.map((driver) => [String(driver.id), driver.default_car?.indicativ ?? NO_CAR]))
    const choices = drivers.map(({ id, name }) => ({
      value: String(id),
      label: [signs.get(String(id)), name].filter(Boolean).join(' · '),
    }))
    return { choices, signOf: (id: string) => signs.get(id) ?? NO_CAR }
  }, [data])
}
