import { NativeSelect, TextInput } from '@mantine/core'
import { CompanyField } from '../../shared/edit-page/company-field.tsx'
import { NotesField } from '../../shared/edit-page/notes-field.tsx'
import type { EditForm } from '../../shared/edit-page/use-edit-form.ts'
import { UserSelect } from '../../shared/filters/user-select.tsx'
import { deviceMessages } from './device-messages.ts'

const labels = deviceMessages.fields

export interface DeviceValues {
  company_id: number | null
  imei: string
  platform: 'android' | 'ios'
  model: string
  os_version: string
  phone_number: string
  driver_id: number | null
  notes: string
}

export const NEW_DEVICE: DeviceValues = {
  company_id: null,
  imei: '',
  platform: 'android',
  model: '',
  os_version: '',
  phone_number: '',
  driver_id: null,
  notes: '',
}

type Form = EditForm<DeviceValues>

/** Editable fields of a phone. */
export function DeviceFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const { values, errors, set } = form
  const text = (field: 'imei' | 'model' | 'os_version' | 'phone_number', max: number) => (
    <TextInput
      label={labels[field]}
      maxLength={max}
      value={values[field] ?? ''}
      error={errors[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
    />
  )
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
      {text('model', 100)}
      <NativeSelect
        label={labels.platform}
        value={values.platform}
        error={errors.platform}
        data={(['android', 'ios'] as const).map((value) => ({ value, label: deviceMessages.platforms[value] }))}
        onChange={(event) => set('platform', event.currentTarget.value as DeviceValues['platform'])}
      />
      {text('imei', 20)}
      {text('os_version', 40)}
      {text('phone_number', 40)}
      <UserSelect
        label={labels.driver_id ?? ''}
        roles={['driver']}
        nobody={deviceMessages.nobody}
        value={values.driver_id ?? null}
        onChange={(driver) => set('driver_id', driver)}
      />
      <NotesField label={labels.notes} form={form} />
    </>
  )
}
