import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { editMessages } from '../../text/edit-messages.ts'
import { toast } from '../../ui/toast.ts'
import { isSame, withField, without } from './changes.ts'
import { isConflict, useSaves } from './use-saves.ts'

export interface Loaded<V> {
  values: V
  /** For `If-Unmodified-Since`; undefined for a row that is new or was never changed. */
  version?: string | undefined
}

export interface Given<V, Reply> {
  /** As the server has it now; undefined while it loads. */
  loaded: Loaded<V> | undefined
  /** The row is not there yet; once saved, another page shows it. */
  isNew?: boolean
  /** Writes the fields that differ; `all` is the whole form. */
  save: (changes: Partial<V>, how: { version: string | undefined; key: string; all: V }) => Promise<Reply>
  saved?: (reply: Reply) => void
  /** What the toast says; one word unless told, null where `saved` says it. */
  says?: string | null
  /** Asks the server again, after somebody else has changed the row. */
  reload?: () => Promise<unknown>
}

export interface EditForm<V> {
  values: V
  /** Field → what the server says about it. */
  errors: Readonly<Record<string, string>>
  changed: readonly (keyof V & string)[]
  busy: boolean
  /** Somebody else saved the row after it was read here. */
  conflict: 'none' | 'met' | 'seen'
  /** Fields both have changed, with what the server has now. */
  clashes: readonly { field: keyof V & string; theirs: unknown }[]
  set: <K extends keyof V>(field: K, value: V[K]) => void
  discard: () => void
  /** During a save: saves what is typed meanwhile once that has ended. */
  submit: () => Promise<boolean>
  /** After a conflict: theirs where I wrote nothing, mine where I did. */
  takeTheirs: () => Promise<void>
}

/**
 * A form over one row: only what was changed is sent, with the version that was read. What somebody else saved meanwhile is shown,
 * and nothing that was typed is lost. Answers of the server are put to their fields.
 */
export function useEditForm<V extends object, Reply>(given: Given<V, Reply>): EditForm<V> {
  const { loaded, save, saved, says = editMessages.saved, reload, isNew = false } = given
  const [changes, setChanges] = useState<Partial<V>>({})
  const [frozen, setFrozen] = useState<Loaded<V> | null>(null)
  const [readFirst, setReadFirst] = useState<Loaded<V> | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<EditForm<V>['conflict']>('none')
  const base = frozen ?? loaded
  const fields = Object.keys(changes) as (keyof V & string)[]
  const values = { ...base?.values, ...changes } as V

  const reset = (left: (kept: Partial<V>) => Partial<V>) => {
    setChanges(left)
    setFrozen(null)
    setReadFirst(null)
    setErrors({})
    setConflict('none')
  }
  const saves = useSaves<V, Reply>({
    ...{ changes, isNew, version: base?.version, newestVersion: loaded?.version },
    save: (sent, key) => save(sent, { version: base?.version, key, all: values }),
    done: (reply, sent) => {
      reset((kept) => (isNew ? {} : without(kept, sent)))
      if (says !== null) toast.good(says)
      saved?.(reply)
    },
    failed: (error) => {
      setChanges((kept) => without(kept, base?.values ?? {}))
      if (!(error instanceof ApiError)) return false
      if (isConflict(error)) setConflict('met')
      setErrors(Object.fromEntries(Object.entries(error.fields).map(([field, says]) => [field, says.join(' ')])))
      return isConflict(error) || Object.keys(error.fields).length > 0
    },
  })
  const set = <K extends keyof V>(field: K, value: V[K]) => {
    const was = saves.isSending(field) ? null : { value: base?.values[field] }
    setChanges((kept) => withField(kept, field, { value, was }))
    setErrors(({ [field as string]: _error, ...kept }) => kept)
  }
  const takeTheirs = async () => {
    setReadFirst(frozen)
    await reload?.()
    setConflict('seen')
  }
  // What is typed stands on what was read when it began, or on the row as the last save left it.
  if (frozen === null && fields.length > 0 && loaded !== undefined && !saves.isStale) setFrozen(loaded)
  // With nothing typed the form shows what the server has.
  if (frozen !== null && fields.length === 0 && conflict === 'none') setFrozen(null)
  // Once theirs were seen, the newest reading is what the changes stand on.
  if (conflict === 'seen' && frozen !== null && loaded !== undefined && loaded.version !== frozen.version) {
    setFrozen(loaded)
  }
  return {
    values,
    errors,
    changed: fields,
    busy: saves.busy,
    conflict,
    clashes:
      conflict === 'seen' && loaded !== undefined
        ? fields
            .filter((field) => !isSame(readFirst?.values[field], loaded.values[field]))
            .map((field) => ({ field, theirs: loaded.values[field] }))
        : [],
    set,
    discard: () => reset(() => ({})),
    submit: saves.submit,
    takeTheirs,
  }
}
