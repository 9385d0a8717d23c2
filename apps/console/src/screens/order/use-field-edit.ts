import type { OrderView } from '@dispecerat/contract/order-shapes'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { tellError } from '../../api/tell-error.ts'
import { toast } from '../../ui/toast.ts'
import { changesBetween, type FieldChange } from './order-changes.ts'
import { useKeepOrder } from './use-order.ts'

interface Editing<Value> {
  value: Value
  /** The order the editor looked at: its version goes with the save. */
  startedFrom: OrderView
}

/** Answers the order as saved; `key` and `version` go into the call's headers. */
export type SaveField<Value> = (value: Value, how: { key: string; version: string }) => Promise<{ data: OrderView }>

/**
 * The edit mode of one field of a saved order. When somebody else changed the order meanwhile (409), the typed value
 * stays, `conflict` says what changed, and the next save goes over the new version.
 */
export function useFieldEdit<Value>(
  order: OrderView,
  save: SaveField<Value>,
  texts: { saved: string; failed?: string },
) {
  const [editing, setEditing] = useState<Editing<Value> | null>(null)
  const [conflict, setConflict] = useState<FieldChange[] | null>(null)
  const [busy, setBusy] = useState(false)
  /** The save nobody answered: asked again with the same key, the server does it once. */
  const unanswered = useRef<{ print: string; key: string } | null>(null)
  const { keep, fresh } = useKeepOrder()

  const stop = () => {
    setEditing(null)
    setConflict(null)
  }
  const meetConflict = async (value: Value, startedFrom: OrderView) => {
    const now = await fresh(order.id)
    setConflict(changesBetween(startedFrom, now))
    setEditing({ value, startedFrom: now })
  }
  const submit = async (given?: Value) => {
    if (editing === null || busy) return
    const value = given ?? editing.value
    setBusy(true)
    const { version } = editing.startedFrom
    const print = JSON.stringify([value, version])
    const key = unanswered.current?.print === print ? unanswered.current.key : crypto.randomUUID()
    try {
      const { data } = await save(value, { key, version })
      unanswered.current = null
      keep(data)
      toast.good(texts.saved)
      stop()
    } catch (error) {
      unanswered.current = error instanceof ApiError && error.isSilence ? { print, key } : null
      if (error instanceof ApiError && error.code === 'order.changed_meanwhile') {
        await meetConflict(value, editing.startedFrom).catch(tellError)
      } else {
        if (texts.failed && error instanceof ApiError && error.status === 422) toast.bad(texts.failed)
        tellError(error)
      }
    } finally {
      setBusy(false)
    }
  }
  return {
    editing: editing !== null,
    value: editing?.value ?? null,
    busy,
    conflict,
    start: (value: Value) => setEditing({ value, startedFrom: order }),
    set: (value: Value) => setEditing((now) => (now ? { ...now, value } : now)),
    submit,
    stop,
  }
}
