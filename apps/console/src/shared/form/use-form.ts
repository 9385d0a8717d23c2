import { useForm as useMantineForm } from '@mantine/form'
import { type ChangeEvent, type FormEvent, useEffect, useId, useState } from 'react'
import { type FieldErrors, fieldErrors } from '../../api/field-errors.ts'
import { useAction } from '../../api/use-action.ts'
import { toast } from '../../ui/dialogs/toast.ts'

export interface FormOptions<V, Reply> {
  initial: V
  /** Field → text of what is wrong before anything is sent; with an error nothing is sent. */
  check?: (values: V) => Partial<FieldErrors>
  save: (values: V, key: string, firstAttemptAt: Date) => Promise<Reply>
  done?: (reply: Reply, sent: V) => void
  /** Sees every error first; true when it is shown already. */
  failed?: (error: unknown) => boolean
  /** Field of the request → field of the form that shows its errors, where their names differ. */
  shownAt?: Readonly<Record<string, keyof V & string>>
  /** Errors at fields are shown as toasts too. */
  hasToasts?: true
}

export type Form<V extends object> = ReturnType<typeof useForm<V, unknown>>

/** Props of the input of a field. */
interface Bound<Value> {
  value: Value
  error: string | undefined
  onChange: (changed: Value | ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void
}

/**
 * A form that sends its values to an endpoint, once at a time. The errors of a 422 are shown at their fields, of which
 * the first gets the focus, until the field changes; those about a field that the form does not have are toasts, and
 * all other errors go to the central handler. A record with a version is edited with `useEditForm`.
 */
export function useForm<V extends object, Reply>(options: FormOptions<V, Reply>) {
  const { initial, check, save, done, shownAt, hasToasts } = options
  const name = useId().replace(/[^a-z\d]/gi, '')
  const [wrong, setWrong] = useState<readonly string[]>([])
  useEffect(() => focusFirst(name, wrong), [name, wrong])
  const form = useMantineForm<V>({
    name,
    initialValues: initial,
    ...(check ? { validate: (values: V) => check(values) } : {}),
  })
  /** Shows the errors of a 422 at their fields; false when there are none. */
  const showErrors = (error: unknown): boolean => {
    const { known, others } = sorted(fieldErrors(error), form.getValues(), shownAt)
    form.setErrors(known)
    setWrong(Object.keys(known))
    if (hasToasts || Object.keys(known).length === 0) return false
    for (const text of others) toast.bad(text)
    return true
  }
  const { run, busy } = useAction(save, {
    ...(done ? { done } : {}),
    failed: (error) => options.failed?.(error) || showErrors(error),
  })
  return {
    values: form.values,
    errors: form.errors as Partial<FieldErrors>,
    busy,
    /** Props of the input that shows and changes the field. */
    bind: <F extends keyof V & string>(field: F) => form.getInputProps(field, { withFocus: false }) as Bound<V[F]>,
    /** Props of an input that shows a part of a field, such as `lines.0.amount`. */
    part: (path: string) => ({ error: form.errors[path] as string | undefined, 'data-path': `${name}-${path}` }),
    set: <F extends keyof V & string>(field: F, value: V[F]) => {
      form.setFieldValue(field, value as never)
      /* Errors about parts of the value, such as `lines.0.amount`. */
      form.setErrors((errors) => without(errors, `${field}.`))
    },
    /** Changes several fields, and clears all errors. */
    setValues: (changes: Partial<V>) => form.setValues(changes),
    setErrors: form.setErrors,
    /** For another action of the same form. */
    showErrors,
    /** The values now, also in `done`. */
    getValues: form.getValues,
    reset: form.reset,
    submit: (event?: FormEvent) => {
      event?.preventDefault()
      const { hasErrors, errors } = form.validate()
      if (hasErrors) setWrong(Object.keys(errors))
      else void run(form.getValues())
    },
  }
}

/** The errors at fields of the form, and the texts of the others. */
function sorted<V extends object>(errors: FieldErrors, values: V, shownAt: FormOptions<V, unknown>['shownAt'] = {}) {
  const known: Record<string, string> = {}
  const others: string[] = []
  for (const [path, text] of Object.entries(errors)) {
    const field = shownAt[path] ?? fieldIn(values, path)
    if (field === undefined) others.push(text)
    else known[field] ??= text
  }
  return { known, others }
}

/** An error about a part of a text, such as `prefixes.1`, is shown at the text; only lists and objects have fields of their own. */
function fieldIn(values: object, path: string): string | undefined {
  const [top = ''] = path.split('.')
  const value = Object.entries(values).find(([field]) => field === top)
  if (!value) return undefined
  return typeof value[1] === 'object' && value[1] !== null ? path : top
}

/** The first of the fields on the page, whatever the order of the errors. Inputs of several parts have no `data-path`. */
function focusFirst(form: string, fields: readonly string[]): void {
  if (fields.length === 0) return
  const inputs = fields.map((field) => `[data-path="${form}-${field}"]`)
  const first = document.querySelector<HTMLElement>(inputs.join()) ?? document.querySelector('[aria-invalid="true"]')
  if (first instanceof HTMLElement) first.focus()
}

function without<T>(errors: Record<string, T>, start: string): Record<string, T> {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !field.startsWith(start)))
}
