import { useState } from 'react'
import { type FieldErrors, fieldErrors } from '../../api/field-errors.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { isSame, withField, without } from './changes.ts'
import { editMessages } from './edit-messages.ts'
import { isConflict, useSaves } from './use-saves.ts'

export interface Loaded<V> {
  values: V
  /** For `If-Match`; undefined for a new record. */
  version?: number | undefined
}

export interface EditFormOptions<V, Reply> {
  /** The server's current state; undefined while it loads. */
  loaded: Loaded<V> | undefined
  /** The record does not exist yet; after saving, another page shows it. */
  isNew?: boolean
  /** Saves the fields that differ; `all` is the whole form. */
  save: (changes: Partial<V>, how: { version: number | undefined; key: string; all: V }) => Promise<Reply>
  saved?: (reply: Reply) => void
  /** Text of the toast; a default without it, null when `saved` shows its own. */
  savedMessage?: string | null
  /** Refetches the record after another user has changed it. */
  reload?: () => Promise<unknown>
}

export interface EditForm<V> {
  values: V
  errors: FieldErrors
  changed: readonly (keyof V & string)[]
  busy: boolean
  /** Another user saved the record after it was loaded here. */
  conflict: 'none' | 'met' | 'seen'
  /** Fields changed by both users, with the server's current value. */
  clashes: readonly { field: keyof V & string; theirs: unknown }[]
  set: <K extends keyof V>(field: K, value: V[K]) => void
  discard: () => void
  /** During a save: saves later changes once that has ended. */
  submit: () => Promise<boolean>
  /** After a conflict: the server's value where nothing was typed, the typed one otherwise. */
  takeTheirs: () => Promise<void>
}

/**
 * A form over one record: only changed fields are sent, with the version that was loaded. Concurrent changes are
 * shown, and no typed text is lost. Errors of the server are assigned to their fields.
 */
export function useEditForm<V extends object, Reply>(options: EditFormOptions<V, Reply>): EditForm<V> {
  const { loaded, save, saved, savedMessage = editMessages.saved, reload, isNew = false } = options
  const [changes, setChanges] = useState<Partial<V>>({})
  const [frozen, setFrozen] = useState<Loaded<V> | null>(null)
  const [readFirst, setReadFirst] = useState<Loaded<V> | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [conflict, setConflict] = useState<EditForm<V>['conflict']>('none')
  const base = frozen ?? loaded
  const fields = Object.keys(changes) as (keyof V & string)[]
  const values = { ...base?.values, ...changes } as V

  const reset = (left: (changes: Partial<V>) => Partial<V>) => {
    setChanges(left)
    setFrozen(null)
    setReadFirst(null)
    setErrors({})
    setConflict('none')
  }
  const saves = useSaves<V, Reply>({
    changes,
    isNew,
    version: base?.version,
    newestVersion: loaded?.version,
    save: (sent, key) => save(sent, { version: base?.version, key, all: values }),
    done: (reply, sent) => {
      reset((changes) => (isNew ? {} : without(changes, sent)))
      if (savedMessage !== null) toast.good(savedMessage)
      saved?.(reply)
    },
    failed: (error) => {
      setChanges((changes) => without(changes, base?.values ?? {}))
      const refused = fieldErrors(error)
      setErrors(refused)
      if (isConflict(error)) setConflict('met')
      return isConflict(error) || Object.keys(refused).length > 0
    },
  })
  const set = <K extends keyof V>(field: K, value: V[K]) => {
    const was = saves.isSending(field) ? null : { value: base?.values[field] }
    setChanges((changes) => withField(changes, field, { value, was }))
    setErrors(({ [field as string]: _error, ...others }) => others)
  }
  const takeTheirs = async () => {
    setReadFirst(frozen)
    await reload?.()
    setConflict('seen')
  }
  /* Changes are based on the version loaded when typing began, or on the record as the last save left it. */
  if (frozen === null && fields.length > 0 && loaded !== undefined && !saves.isStale) setFrozen(loaded)
  /* Without changes the form follows the server. */
  if (frozen !== null && fields.length === 0 && conflict === 'none') setFrozen(null)
  /* Once the other user's changes were shown, the changes are based on the newest version. */
  if (conflict === 'seen' && frozen !== null && loaded !== undefined && loaded.version !== frozen.version) {
    setFrozen(loaded)
  }
  return {
    values,
    errors,
    changed: fields,
    busy: saves.busy,
    conflict,
    clashes: conflict === 'seen' && loaded !== undefined ? clashesOf(fields, readFirst, loaded) : [],
    set,
    discard: () => reset(() => ({})),
    submit: saves.submit,
    takeTheirs,
  }
}

/** Typed fields that the other user changed too. */
function clashesOf<V extends object>(
  fields: readonly (keyof V & string)[],
  readFirst: Loaded<V> | null,
  loaded: Loaded<V>,
) {
  return fields
    .filter((field) => !isSame(readFirst?.values[field], loaded.values[field]))
    .map((field) => ({ field, theirs: loaded.values[field] }))
}
