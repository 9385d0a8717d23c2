import type { OrderView } from '@dispecerat/contract/order-shapes'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { notifyError } from '../../api/notify-error.ts'
import { savedOrderMessages } from '../../text/saved-order-messages.ts'
import { toast } from '../../ui/toast.ts'
import { isSame, type Typed, theirsOf } from './field-conflict.ts'
import { useCountAsEdit } from './open-edits.ts'
import { useOrderTurns } from './order-turns.tsx'
import { useKeepOrder } from './use-order.ts'

/** Answers the order as saved; `key` and `version` go into the call's headers. `reason`: as typed, where one is required. */
export type SaveField<Value> = (
  value: Value,
  how: { key: string; version: string },
  reason?: string,
) => Promise<{ data: OrderView }>

export interface FieldOfOrder<Value> {
  order: OrderView
  /** The field's value in an order, as it is typed. */
  read: (order: OrderView) => Value
  save: SaveField<Value>
  texts: { saved: string; failed?: string }
  /** What is wrong with a typed value before anybody is asked. */
  problem?: (value: Value) => string | null
  /** A change says why. */
  needsReason?: boolean
  /** Saving what was opened means something, though nothing was typed. */
  savesUnchanged?: boolean
}

/** Why a save was refused, and which of the two inputs is at fault. */
export interface Refusal {
  text: string
  at: 'value' | 'reason'
}

const MAX_TRIES = 5

/**
 * The edit mode of one field of a placed order. Whatever colleagues change meanwhile arrives in `order`; what is typed stays. When
 * they changed this very field, `theirs` says to what, and a save goes over it only once the person was asked.
 */
export function useFieldEdit<Value>(field: FieldOfOrder<Value>) {
  const { order, read, problem } = field
  const [typed, setTyped] = useState<Typed<Value> | null>(null)
  const [askedAbout, setAskedAbout] = useState<Value | null>(null)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [reason, setReason] = useState('')
  useCountAsEdit(typed !== null)
  const stop = () => {
    setTyped(null)
    setAskedAbout(null)
    setRefused(null)
    setReason('')
  }
  const { send, busy } = useSending(field, reason.trim(), { saved: stop, late: setAskedAbout, refused: setRefused })
  const theirs = typed && theirsOf(typed, read(order))
  const isAsked = theirs !== null && isSame(theirs.value, askedAbout)

  const submit = (goOver = false) => {
    if (typed === null) return
    const isUnchanged = theirs === null && !field.savesUnchanged && isSame(typed.value, typed.base)
    const isSilent = field.needsReason && !isUnchanged && reason.trim() === ''
    const wrong = problem?.(typed.value) ?? null
    if (wrong !== null) return setRefused({ text: wrong, at: 'value' })
    if (isSilent) return setRefused({ text: savedOrderMessages.edit.reasonMissing, at: 'reason' })
    setRefused(null)
    if (isUnchanged) stop()
    else if (theirs !== null && !isAsked && !goOver) setAskedAbout(theirs.value)
    else send(typed.value)
  }
  return {
    typed: typed?.value ?? null,
    isEditing: typed !== null,
    busy,
    refused,
    /** What stood in the field before and what somebody else made of it. */
    theirs: typed && theirs ? { before: typed.base, now: theirs.value, isAsked } : null,
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
  /** Somebody else changed this very field a moment before. */
  late: (theirs: Value) => void
  /** The value or its reason was refused. */
  refused: (why: Refusal) => void
}

/** Sends a field, again by itself when only other fields changed meanwhile. */
function useSending<Value>(
  { order, read, save, texts, needsReason }: FieldOfOrder<Value>,
  reason: string,
  ends: Ends<Value>,
) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  /** The save nobody answered: asked again with the same key, the server does it once. */
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
      const text = Object.values(error.fields).flat().join(' ') || error.message
      ends.refused({ text, at: Object.keys(error.fields).join() === 'fare_reason' ? 'reason' : 'value' })
      if (texts.failed) toast.bad(texts.failed)
    }
    // A state that no longer lets the field change is drawn at once.
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
