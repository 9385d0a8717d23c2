import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { fieldErrors } from '../../../api/field-errors.ts'
import { notifyError } from '../../../api/notify-error.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'
import { useOrderTurns } from '../search/order-turns.tsx'
import { useKeepOrder } from '../use-order.ts'
import { isSame, type Typed, theirsOf } from './field-conflict.ts'
import { useCountAsEdit } from './open-edits.ts'

/**
 * Resolves to the saved order; `key` and `version` become request headers. `reason` is the typed one, where one is
 * required.
 */
export type SaveField<Value> = (
  value: Value,
  how: { key: string; version: number },
  reason?: string,
) => Promise<{ data: OrderView }>

export interface FieldOfOrder<Value> {
  order: OrderView
  /** The field's value in an order, as typed. */
  read: (order: OrderView) => Value
  save: SaveField<Value>
  texts: { saved: string; failed?: string }
  /** Validates a typed value before the request. */
  problem?: (value: Value) => string | null
  /** A change needs a reason. */
  needsReason?: boolean
  /** Saving an unchanged value has an effect too. */
  savesUnchanged?: boolean
}

/** Reason of a refused save, and which of the two inputs is at fault. */
export interface Refusal {
  text: string
  at: 'value' | 'reason'
}

const MAX_TRIES = 5

/**
 * The edit mode of one field of a placed order. Changes by colleagues arrive in `order`; the typed value stays. When
 * they changed this very field, `theirs` has their value, and a save overwrites it only after confirmation.
 */
export function useFieldEdit<Value>(field: FieldOfOrder<Value>) {
  const { order, read, problem } = field
  const [typed, setTyped] = useState<Typed<Value> | null>(null)
  const [confirmedOver, setConfirmedOver] = useState<Value | null>(null)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [reason, setReason] = useState('')
  useCountAsEdit(typed !== null)
  const stop = () => {
    setTyped(null)
    setConfirmedOver(null)
    setRefused(null)
    setReason('')
  }
  const { send, busy } = useSending(field, reason.trim(), { saved: stop, late: setConfirmedOver, refused: setRefused })
  const theirs = typed && theirsOf(typed, read(order))
  const isConfirming = theirs !== null && isSame(theirs.value, confirmedOver)

  const submit = (goOver = false) => {
    if (typed === null) return
    const isUnchanged = theirs === null && !field.savesUnchanged && isSame(typed.value, typed.base)
    const isSilent = field.needsReason && !isUnchanged && reason.trim() === ''
    const wrong = problem?.(typed.value) ?? null
    if (wrong !== null) return setRefused({ text: wrong, at: 'value' })
    if (isSilent) return setRefused({ text: savedOrderMessages.edit.reasonMissing, at: 'reason' })
    setRefused(null)
    if (isUnchanged) stop()
    else if (theirs !== null && !isConfirming && !goOver) setConfirmedOver(theirs.value)
    else send(typed.value)
  }
  return {
    typed: typed?.value ?? null,
    isEditing: typed !== null,
    busy,
    refused,
    /** The value before, and the value another user saved. */
    theirs: typed && theirs ? { before: typed.base, now: theirs.value, isAsked: isConfirming } : null,
    start: () => setTyped({ value: read(order), base: read(order) }),
    set: (value: Value) => {
      setTyped((now) => now && { ...now, value })
      setRefused(null)
    },
    reason,
    setReason: (text: string) => {
      setReason(text)
      setRefused(null)
    },
    submit,
    stop,
  }
}
export type FieldEdit<Value> = ReturnType<typeof useFieldEdit<Value>>

interface Ends<Value> {
  saved: () => void
  /** Another user changed this field just before the save. */
  late: (theirs: Value) => void
  /** The value or its reason was refused. */
  refused: (why: Refusal) => void
}

/** Sends a field; retried automatically when only other fields changed meanwhile. */
function useSending<Value>(
  { order, read, save, texts, needsReason }: FieldOfOrder<Value>,
  reason: string,
  ends: Ends<Value>,
) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  /** The last save without a reply: a retry uses the same key, so that the server does it once. */
  const unanswered = useRef<{ print: string; key: string } | null>(null)
  const { keep, fresh } = useKeepOrder()
  const inTurn = useOrderTurns(order)

  const attempt = async (value: Value, seen: OrderView, tries: number): Promise<void> => {
    const print = JSON.stringify([value, reason, seen.version])
    const key = unanswered.current?.print === print ? unanswered.current.key : crypto.randomUUID()
    try {
      const { data } = await save(value, { key, version: seen.version }, needsReason ? reason : undefined)
      unanswered.current = null
      keep(data)
      toast.good(texts.saved)
      ends.saved()
    } catch (error) {
      unanswered.current = error instanceof ApiError && error.mayHaveSaved ? { print, key } : null
      if (!(error instanceof ApiError) || error.code !== 'order.changed_meanwhile' || tries === 0) throw error
      const now = await fresh(order.id)
      if (isSame(read(seen), read(now))) return attempt(value, now, tries - 1)
      ends.late(read(now))
    }
  }
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.status === 422) {
      const errors = fieldErrors(error)
      const text = Object.values(errors).join(' ') || error.message
      ends.refused({ text, at: Object.keys(errors).join() === 'fare_reason' ? 'reason' : 'value' })
      if (texts.failed) toast.bad(texts.failed)
    }
    /* Loads a state that no longer lets the field change at once. */
    if (error instanceof ApiError && error.status === 409) void fresh(order.id).catch(() => undefined)
    notifyError(error)
  }
  const send = (value: Value) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    void inTurn((current) => attempt(value, isSame(read(order), read(current)) ? current : order, MAX_TRIES))
      .catch(fail)
      .finally(() => {
        running.current = false
        setBusy(false)
      })
  }
  return { send, busy }
}
