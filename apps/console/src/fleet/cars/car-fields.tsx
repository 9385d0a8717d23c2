import { listOrderOptions } from '@dispecerat/contract/orders/company-dispatch'
import { CAR_CATEGORIES, type CarCategory } from '@dispecerat/domain/fleet/car'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { carMessages } from '../../shared/drivers/car-messages.ts'
import { CompanyField } from '../../shared/edit-page/company-field.tsx'
import { NotesField } from '../../shared/edit-page/notes-field.tsx'
import type { EditForm } from '../../shared/edit-page/use-edit-form.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'

const labels = carMessages.fields

export interface CarValues {
  company_id: number | null
  indicativ: string
  number: string
  make: string
  model: string
  color: string
  year: number | '' | null
  seats: number | ''
  category: CarCategory
  options: string[]
  taxi_licence_no: string
  taxi_licence_until: string | null
  itp_until: string | null
  rca_until: string | null
  is_active: boolean
  notes: string
}

export const NEW_CAR: CarValues = {
  company_id: null,
  indicativ: '',
  number: '',
  make: '',
  model: '',
  color: '',
  year: null,
  seats: 4,
  category: 'standard',
  options: [],
  taxi_licence_no: '',
  taxi_licence_until: null,
  itp_until: null,
  rca_until: null,
  is_active: true,
  notes: '',
}

type Form = EditForm<CarValues>
type TextField = 'indicativ' | 'number' | 'make' | 'model' | 'color' | 'taxi_licence_no'

function Text({ form, field, required, max }: { form: Form; field: TextField; required?: boolean; max: number }) {
  return (
    <TextInput
      label={labels[field]}
      required={required ?? false}
      maxLength={max}
      value={form.values[field] ?? ''}
      error={form.errors[field]}
      onChange={(event) => form.set(field, event.currentTarget.value)}
    />
  )
}

/** Identity and equipment of the car. */
export function CarFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const { values, errors, set } = form
  return (
    <>
      {isNew ? (
        <CompanyField
          label={labels.company_id ?? ''}
          value={form.values.company_id}
          error={form.errors.company_id}
          onChange={(id) => form.set('company_id', id)}
        />
      ) : null}
      <Text form={form} field="indicativ" required max={8} />
      <Text form={form} field="number" required max={20} />
      <NativeSelect
        label={labels.category}
        value={values.category}
        error={errors.category}
        data={CAR_CATEGORIES.map((value) => ({ value, label: carMessages.categories[value] }))}
        onChange={(event) => set('category', event.currentTarget.value as CarCategory)}
      />
      <Text form={form} field="make" max={40} />
      <Text form={form} field="model" max={40} />
      <Text form={form} field="color" max={30} />
      <NumberField
        label={labels.year}
        hideControls
        allowDecimal={false}
        value={values.year ?? ''}
        error={errors.year}
        onChange={(year) => set('year', year === '' ? null : Number(year))}
      />
      <NumberField
        label={labels.seats}
        hideControls
        allowDecimal={false}
        value={values.seats ?? ''}
        error={errors.seats}
        onChange={(seats) => set('seats', seats === '' ? '' : Number(seats))}
      />
      <OptionsField form={form} />
      <Checkbox
        className="wide"
        label={labels.is_active}
        checked={values.is_active ?? true}
        onChange={(event) => set('is_active', event.currentTarget.checked)}
      />
      <NotesField label={labels.notes} form={form} />
    </>
  )
}

function OptionsField({ form }: { form: Form }) {
  const { data } = useEndpointQuery(listOrderOptions, {}, { staleTime: 300_000 })
  return (
    <Checkbox.Group
      className="wide"
      label={labels.options}
      value={form.values.options ?? []}
      error={form.errors.options}
      onChange={(options) => form.set('options', options)}
    >
      <div className="edit-fields">
        {(data?.data ?? []).map(({ key, name }) => (
          <Checkbox key={key} size="xs" value={key} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** Validity of the car's documents. */
export function DocumentFields({ form }: { form: Form }) {
  return (
    <>
      <Text form={form} field="taxi_licence_no" max={40} />
      {(['taxi_licence_until', 'itp_until', 'rca_until'] as const).map((field) => (
        <DateField
          key={field}
          label={labels[field]}
          clearable
          clearButtonProps={{ 'aria-label': carMessages.clear(labels[field] ?? field) }}
          value={form.values[field] ?? null}
          error={form.errors[field]}
          onChange={(day) => form.set(field, day)}
        />
      ))}
    </>
  )
}
