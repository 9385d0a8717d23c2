import { Alert, Button } from '@mantine/core'
import { editMessages } from './edit-messages.ts'
import './edit-conflict.css'
import type { EditForm } from './use-edit-form.ts'

interface Props<V> {
  form: EditForm<V>
  /** Labels of the fields, for conflicts. */
  labels: Readonly<Record<string, string>>
}

/** Another user saved the record meanwhile: shows their values, and that no typed text is lost. */
export function EditConflict<V extends object>({ form, labels }: Props<V>) {
  if (form.conflict === 'none') return null
  const seen = form.conflict === 'seen'
  const text = !seen ? editMessages.conflict : form.clashes.length === 0 ? editMessages.noClash : editMessages.clash
  return (
    <Alert color={seen ? 'blue' : 'red'} role="alert" className="edit-conflict">
      <p>{text}</p>
      {form.clashes.length > 0 ? (
        <ul>
          {form.clashes.map(({ field, theirs }) => (
            <li key={field}>{editMessages.theirs(labels[field] ?? field, shown(theirs))}</li>
          ))}
        </ul>
      ) : null}
      {seen ? null : (
        <Button size="compact-sm" variant="default" onClick={() => void form.takeTheirs()}>
          {editMessages.seeTheirs}
        </Button>
      )}
    </Alert>
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return editMessages.nothing
  return Array.isArray(value) ? value.join(', ') : String(value)
}
