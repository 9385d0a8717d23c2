import { createCar, linkDriver, listCars } from '@dispecerat/contract/fleet/cars'
import { createPerson, listPeople } from '@dispecerat/contract/office/people'
import { listErasures } from '@dispecerat/contract/office/personal-data'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { firstStepsMessages } from '../first-steps-messages.ts'
import type { StepProps } from './step-props.ts'

const messages = firstStepsMessages.driver
const EMPTY = { name: '', phone: '', email: '', indicativ: '', number: '' }
type Typed = typeof EMPTY
/** Ids of the parts created before another one was refused, so that a retry does not create them again. */
type Made = { driverId: number | null; carId: number | null }

const FIELDS = [
  { field: 'name', label: messages.name, type: 'text', required: true },
  { field: 'phone', label: messages.phone, type: 'tel', required: true },
  { field: 'email', label: messages.email, type: 'email', required: false },
  { field: 'indicativ', label: messages.sign, type: 'text', required: true },
  { field: 'number', label: messages.plate, type: 'text', required: true },
] as const

/** Creates a driver and their car. */
export function DriverStep({ companyId, isDone, onDone }: StepProps) {
  const [made, setMade] = useState<Made>({ driverId: null, carId: null })
  const cache = useQueryClient()
  const form = useForm({
    initial: EMPTY,
    save: (input) => addBoth(companyId, input, made, setMade),
    done: () => {
      toast.good(messages.created)
      form.reset()
      setMade({ driverId: null, carId: null })
      void invalidate(cache, listPeople, listErasures, listCars)
      onDone()
    },
  })
  const isHalfway = made.driverId !== null
  return (
    <>
      <p className="dim">{messages.hint}</p>
      {isDone && !isHalfway ? null : (
        <form onSubmit={form.submit} noValidate>
          {isHalfway ? <p role="status">{messages.halfway}</p> : null}
          <div className="edit-fields">
            {FIELDS.map(({ field, label, type, required }) => (
              <TextInput
                key={field}
                label={label}
                type={type}
                required={required}
                autoComplete="off"
                disabled={isHalfway && (field === 'name' || field === 'phone' || field === 'email')}
                {...form.bind(field)}
              />
            ))}
          </div>
          <div className="first-step-acts">
            <Button type="submit" size="compact-md" disabled={form.busy}>
              {messages.create}
            </Button>
          </div>
        </form>
      )}
      <div className="first-step-acts">
        <LinkButton size="compact-sm" variant="default" to="/users/$type" params={{ type: 'driver' }} search={{}}>
          {messages.toList}
        </LinkButton>
        <LinkButton size="compact-sm" variant="default" to="/imports" search={{ kind: 'drivers' }}>
          {messages.import}
        </LinkButton>
      </div>
    </>
  )
}

async function addBoth(companyId: number, input: Typed, before: Made, keep: (made: Made) => void): Promise<void> {
  const { name, phone, email, indicativ, number } = input
  const person = { name, phone, email, roles: ['driver' as const], company_ids: [companyId] }
  const driverId = before.driverId ?? (await request(createPerson, { body: person })).data.id
  keep({ ...before, driverId })
  const car = { company_id: companyId, indicativ, number }
  const carId = before.carId ?? (await request(createCar, { body: car })).data.id
  keep({ driverId, carId })
  await request(linkDriver, { params: { id: carId }, body: { driver_id: driverId, is_default: true } })
}
