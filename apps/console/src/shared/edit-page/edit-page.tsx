import { Button, Skeleton } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { isMissing } from '../../api/api-error.ts'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { useLeaveGuard } from '../../ui/dialogs/use-leave-guard.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { editMessages } from './edit-messages.ts'
import './edit-page.css'
import { EditConflict } from './edit-conflict.tsx'
import type { EditForm } from './use-edit-form.ts'

interface Props<V> {
  title: string
  /** Beside the title: state, links, actions. */
  aside?: ReactNode
  form: EditForm<V>
  /** A new record: the button adds it. */
  isNew?: boolean
  /** The user may not change the record: no save bar. */
  isReadOnly?: boolean
  isLoading?: boolean
  /** Reason why there is no record to show. A loaded record stays when a refetch fails. */
  error?: unknown
  /** The title when the record does not exist or belongs to another company. */
  notFound?: string
  onRetry?: () => void
  /** Labels of the fields, for conflicts. */
  labels: Readonly<Record<string, string>>
  children: ReactNode
  /** Under the form: parts that are saved separately, and the history. */
  below?: ReactNode
}

/**
 * The form of one record, in sections: a 422 is shown at its fields, Ctrl+S saves, leaving with unsaved changes needs
 * a confirmation.
 */
export function EditPage<V extends object>(props: Props<V>) {
  const { title, aside, form, isNew, isReadOnly, isLoading, error, onRetry, children, below } = props
  const isError = Boolean(error)
  const isGone = isMissing(error)
  const isDirty = form.changed.length > 0
  useLeaveGuard(isDirty && !form.busy, editMessages.leave)
  useKey('saveEdit', () => void form.submit(), isDirty && !isReadOnly)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty) void form.submit()
  }
  return (
    <main id="content" className="page edit-page">
      <header className="edit-head">
        <h1>{isGone ? (props.notFound ?? editMessages.notFound) : title}</h1>
        {aside}
      </header>
      {isError && !isGone && onRetry ? <LoadFailed onRetry={onRetry} /> : null}
      {isLoading ? <Skeleton height={420} /> : null}
      {isLoading || isError ? null : (
        <form onSubmit={submit} noValidate>
          <EditConflict form={form} labels={props.labels} />
          <Held className="edit-held" isHeld={isNew === true && form.busy}>
            {children}
          </Held>
          {isReadOnly || !(isDirty || isNew) ? null : <SaveBar form={form} isNew={isNew === true} />}
        </form>
      )}
      {below}
    </main>
  )
}

function SaveBar<V>({ form, isNew }: { form: EditForm<V>; isNew: boolean }) {
  const n = form.changed.length
  return (
    <section className="save-bar" aria-label={editMessages.bar}>
      <span role="status">{n > 0 ? editMessages.unsaved(n) : ''}</span>
      <Button size="compact-md" variant="default" disabled={form.busy || n === 0} onClick={form.discard}>
        {editMessages.discard}
      </Button>
      <Button
        size="compact-md"
        type="submit"
        disabled={n === 0 || form.busy}
        aria-keyshortcuts={ariaKeys('saveEdit')}
        rightSection={<KeyHint of="saveEdit" />}
      >
        {form.busy ? editMessages.saving : isNew ? editMessages.create : editMessages.save}
      </Button>
    </section>
  )
}

/** A part of an edit page with its own heading. */
export function EditSection({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = `part-${title.replace(/\W+/g, '-')}`
  return (
    <section className="panel edit-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note}
      <div className="edit-fields">{children}</div>
    </section>
  )
}

interface HeldProps {
  isHeld: boolean
  className?: string
  children: ReactNode
}

/**
 * Makes the fields inert while a record is being created, because text typed meanwhile would belong to no record.
 * After a failure the field that had the focus gets it again.
 */
export function Held({ isHeld, ...rest }: HeldProps) {
  useEffect(() => {
    const { activeElement } = document
    if (!isHeld || !(activeElement instanceof HTMLElement)) return
    return () => {
      if (document.activeElement === document.body) activeElement.focus()
    }
  }, [isHeld])
  return <div {...rest} inert={isHeld} />
}
