import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { ro } from '../../../text/ro.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'
import { ConflictNote } from './conflict-note.tsx'
import { type FieldOfOrder, type Refusal, useFieldEdit } from './use-field-edit.ts'

export interface Editor<Value> {
  value: Value
  set: (value: Value) => void
  /** Attributes of the input: its name, and the link to the refusal under it. */
  field: { 'aria-label': string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
}

interface Props<Value> extends FieldOfOrder<Value> {
  label: string
  /** The field's name in the API. */
  wire: string
  /** Formats the value for reading. */
  show: (value: Value) => string
  /** Reason why the field cannot be changed; null when it can. */
  locked: string | null
  /** Saving restarts a running search. */
  restarts?: boolean
  /** Shown beside the value in read mode. */
  beside?: ReactNode
  children: (editor: Editor<Value>) => ReactNode
}

/** The same for an input of Mantine, which replaces aria attributes with its own. */
export function asInput(field: Editor<unknown>['field']) {
  return { ...field, withAria: false, error: field['aria-invalid'] ?? false }
}

/** A field of a placed order: text with a pencil. Enter or the pencil opens it, Enter saves, Esc restores. */
export function EditableField<Value>(props: Props<Value>) {
  const { order, label, show, locked, children } = props
  const edit = useFieldEdit<Value>(props)
  const id = useId()
  const pencil = useFocusWhenDone(edit.isEditing)
  const layer = useEditKeys(() => edit.submit(), edit.stop)
  const isSearched = order.state === 'created' || order.in_pending_queue
  if (!edit.isEditing || edit.typed === null) {
    return (
      <div className="read-field">
        <span className="field-label">{label}</span>
        <span className="read-value">{show(props.read(order)) || ro.order.edit.empty}</span>
        {props.beside}
        <Pencil ref={pencil} label={label} locked={locked} onOpen={edit.start} />
      </div>
    )
  }
  const refusal = edit.refused?.text ?? locked
  const isReasonRefused = edit.refused?.at === 'reason'
  const field = {
    'aria-label': label,
    'aria-invalid': edit.refused && !isReasonRefused ? (true as const) : undefined,
    'aria-describedby': refusal && !isReasonRefused ? id : undefined,
  }
  return (
    <div className="edit-field" {...layer}>
      <div className="read-field">
        <span className="field-label">{label}</span>
        <Inside>{children({ value: edit.typed, set: edit.set, field })}</Inside>
        <EditButtons busy={edit.busy} onSave={() => edit.submit()} onStop={edit.stop} />
      </div>
      {props.needsReason ? (
        <Reason
          value={edit.reason}
          onChange={edit.setReason}
          refused={isReasonRefused ? edit.refused : null}
          describedBy={id}
        />
      ) : null}
      {refusal ? (
        <p id={id} className="field-refused small">
          {refusal}
        </p>
      ) : null}
      {props.restarts && isSearched ? <p className="small note-restarts">{savedOrderMessages.edit.restarts}</p> : null}
      {edit.theirs ? (
        <ConflictNote
          order={order}
          label={label}
          field={props.wire}
          before={show(edit.theirs.before)}
          now={show(edit.theirs.now)}
          isAsked={edit.theirs.isAsked}
          onKeepMine={() => edit.submit(true)}
          onTakeTheirs={edit.stop}
        />
      ) : null}
    </div>
  )
}

interface ReasonProps {
  value: string
  onChange: (text: string) => void
  /** A new object for each refusal, so that the effect focuses the field after each. */
  refused: Refusal | null
  describedBy: string
}

function Reason({ value, onChange, refused, describedBy }: ReasonProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refused) input.current?.focus()
  }, [refused])
  return (
    <TextInput
      ref={input}
      {...asInput({
        'aria-label': savedOrderMessages.edit.reason,
        'aria-invalid': refused ? true : undefined,
        'aria-describedby': refused ? describedBy : undefined,
      })}
      size="xs"
      mt={4}
      placeholder={savedOrderMessages.edit.reason}
      maxLength={200}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Focuses the first input of the field that has just opened. */
function Inside({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button')
    if (!box.current?.contains(document.activeElement)) first?.focus()
  }, [])
  return (
    <div ref={box} className="edit-value">
      {children}
    </div>
  )
}

interface PencilProps {
  ref: React.Ref<HTMLButtonElement>
  label: string
  locked: string | null
  onOpen: () => void
}

function Pencil({ ref, label, locked, onOpen }: PencilProps) {
  const isLocked = locked !== null
  return (
    <ActionIcon
      ref={ref}
      variant="subtle"
      color="gray"
      size={24}
      aria-label={ro.order.edit.open(label)}
      title={locked ?? undefined}
      aria-description={locked ?? undefined}
      data-disabled={isLocked || undefined}
      aria-disabled={isLocked || undefined}
      onClick={() => !isLocked && onOpen()}
    >
      <IconPencil size={14} />
    </ActionIcon>
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

/** Returns the focus to the pencil that opened the field. */
export function useFocusWhenDone(isEditing: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return opener
}

/** Enter saves and Esc restores, unless an open list or a button of the field handles the key. */
export function useEditKeys(save: () => void, restore: () => void) {
  const listWasOpen = useRef(false)
  const note = ({ target }: KeyboardEvent) => {
    listWasOpen.current = target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true'
  }
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || listWasOpen.current || event.nativeEvent.isComposing) return
    const isButton = event.target instanceof HTMLElement && event.target.closest('button') !== null
    const isSave = event.key === 'Enter' && !event.shiftKey && !isButton
    if (!isSave && event.key !== 'Escape') return
    event.preventDefault()
    if (isSave) save()
    else restore()
  }
  return { onKeyDownCapture: note, onKeyDown: press }
}
