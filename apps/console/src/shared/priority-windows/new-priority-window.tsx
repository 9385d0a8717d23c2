import { addPriorityWindow } from '@dispecerat/contract/fleet/priority-windows'
import { listDrivers } from '@dispecerat/contract/orders/company-dispatch'
import { Button, MultiSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { WallTimeField } from '../../ui/fields/wall-time-field.tsx'
import { serverNow } from '../../ui/now.ts'
import { useForm } from '../form/use-form.ts'
import { defaultInput, readInput } from './priority-form.ts'
import { priorityMessages } from './priority-messages.ts'

const messages = priorityMessages
/** Shown for a driver without a default car. */
const NO_CAR = 'XXX'
const MAX_OPTIONS = 60

/** Period and drivers of a new window; an invalid field is marked and nothing is sent. */
export function NewPriorityWindow({ onSaved }: { onSaved: () => void }) {
  const { choices, signOf } = useDriverChoices()
  const { values, errors, set, setValues, busy, submit } = useForm({
    initial: defaultInput(new Date(serverNow())),
    check: (input) => {
      const read = readInput(input, signOf)
      if ('body' in read) return {}
      const { users: driverIds, ...times } = read.problems
      return { ...times, driverIds }
    },
    shownAt: { users: 'driverIds' },
    save: async (input, key) => {
      const read = readInput(input, signOf)
      if ('body' in read) await request(addPriorityWindow, { body: read.body }, { key })
    },
    hasToasts: true,
    done: () => {
      toast.good(messages.saved)
      setValues(defaultInput(new Date(serverNow())))
      onSaved()
    },
  })
  return (
    <form className="priority-form" onSubmit={submit} noValidate>
      {(['from', 'to'] as const).map((end) => (
        <WallTimeField
          key={end}
          label={messages[end]}
          placeholder={messages.format}
          pickLabel={messages.pick}
          value={values[end]}
          error={errors[end]}
          onChange={(value) => set(end, value)}
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
        value={[...values.driverIds]}
        error={errors.driverIds}
        onChange={(driverIds) => set('driverIds', driverIds)}
        withScrollArea={false}
        styles={{ dropdown: { maxHeight: 220, overflowY: 'auto' } }}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <Button type="submit" aria-busy={busy} miw={110}>
        {busy ? ro.order.submitting : messages.save}
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
