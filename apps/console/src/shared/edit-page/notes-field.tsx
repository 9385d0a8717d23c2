import { Textarea } from '@mantine/core'
import type { EditForm } from './use-edit-form.ts'

interface Props {
  label: string | undefined
  form: Pick<EditForm<{ notes: string }>, 'values' | 'errors' | 'set'>
}

/** Internal notes about the record. */
export function NotesField({ label = '', form: { values, errors, set } }: Props) {
  return (
    <Textarea
      className="wide"
      label={label}
      autosize
      minRows={2}
      maxLength={1000}
      value={values.notes ?? ''}
      error={errors.notes}
      onChange={(event) => set('notes', event.currentTarget.value)}
    />
  )
}
