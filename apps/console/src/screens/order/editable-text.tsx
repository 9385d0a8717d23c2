import type { OrderView } from '@dispecerat/contract/order-shapes'
import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { ro } from '../../text/ro.ts'
import { ConflictNote } from './conflict-note.tsx'
import { type SaveField, useFieldEdit } from './use-field-edit.ts'

interface Props {
  order: OrderView
  label: string
  value: string
  /** How the value is shown while it is read, when not as it is typed. */
  shown?: string
  /** Null when the field may be changed; otherwise why not. */
  locked: string | null
  multiline?: boolean
  texts: { saved: string; failed?: string }
  save: SaveField<string>
}

/** A saved field: text with a pencil. Enter or the pencil opens, Enter saves, Esc restores. */
export function EditableText(props: Props) {
  const { order, label, value, locked } = props
  const edit = useFieldEdit<string>(order, props.save, props.texts)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)

  useEffect(() => {
    if (wasEditing.current && !edit.editing) pencil.current?.focus()
    wasEditing.current = edit.editing
  }, [edit.editing])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void edit.submit()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      edit.stop()
    }
  }
  if (!edit.editing) {
    return (
      <div className="read-field">
        <span className="field-label">{label}</span>
        <span className="read-value">{props.shown ?? (value || ro.order.edit.empty)}</span>
        <ActionIcon
          ref={pencil}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={ro.order.edit.open(label)}
          title={locked ?? undefined}
          aria-description={locked ?? undefined}
          data-disabled={locked !== null || undefined}
          aria-disabled={locked !== null || undefined}
          onClick={() => locked === null && edit.start(value)}
        >
          <IconPencil size={14} />
        </ActionIcon>
      </div>
    )
  }
  const field = {
    'aria-label': label,
    autoFocus: true,
    value: edit.value ?? '',
    onKeyDown,
    style: { flex: 1 },
  }
  return (
    <div className="edit-field">
      <div className="read-field">
        <span className="field-label">{label}</span>
        {props.multiline ? (
          <Textarea
            {...field}
            autosize
            minRows={1}
            maxRows={4}
            onChange={(event) => edit.set(event.currentTarget.value)}
          />
        ) : (
          <TextInput {...field} onChange={(event) => edit.set(event.currentTarget.value)} />
        )}
        <EditButtons busy={edit.busy} onSave={() => void edit.submit()} onStop={edit.stop} />
      </div>
      {edit.conflict ? <ConflictNote changes={edit.conflict} /> : null}
    </div>
  )
}

export function EditButtons({ busy, onSave, onStop }: { busy: boolean; onSave: () => void; onStop: () => void }) {
  return (
    <>
      <ActionIcon size={26} variant="filled" aria-label={ro.order.edit.save} aria-busy={busy} onClick={onSave}>
        <IconCheck size={14} />
      </ActionIcon>
      <ActionIcon size={26} variant="default" aria-label={ro.order.edit.restore} onClick={onStop}>
        <IconX size={14} />
      </ActionIcon>
    </>
  )
}
