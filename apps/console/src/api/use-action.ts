import { useRef, useState } from 'react'
import { serverNow } from '../ui/now.ts'
import { ApiError } from './api-error.ts'
import { notifyError } from './notify-error.ts'

interface Action<Input> {
  run: (input: Input) => Promise<boolean>
  busy: boolean
}

interface Then<Input, Reply> {
  done?: (reply: Reply, input: Input) => void
  failed?: (error: unknown, input: Input) => boolean
  /** The input names one of many rows: a second run is refused only while one for the same row is in flight. */
  isPerRow?: true
}

/**
 * A write started by the user: no second run while one is in flight, and the same Idempotency-Key for a repeat after
 * no reply (status 0) or after a server that may have saved it all the same (503). Time-dependent values must then
 * use `firstAttemptAt`, so that the body stays the same too. `run` resolves to whether it succeeded; `failed` may keep
 * an error from the central handler.
 */
export function useAction<Input, Reply>(
  perform: (input: Input, key: string, firstAttemptAt: Date) => Promise<Reply>,
  then: Then<Input, Reply> = {},
): Action<Input> {
  const [busy, setBusy] = useState(false)
  const running = useRef(new Set<string>())
  const unanswered = useRef(new Map<string, { key: string; at: Date }>())

  const run = async (input: Input): Promise<boolean> => {
    const print = JSON.stringify(input) ?? ''
    if (then.isPerRow ? running.current.has(print) : running.current.size > 0) return false
    running.current.add(print)
    setBusy(true)
    const attempt = unanswered.current.get(print) ?? { key: crypto.randomUUID(), at: new Date(serverNow()) }
    /* A different input supersedes an earlier one without reply; rows are independent of each other. */
    if (!then.isPerRow) unanswered.current.clear()
    try {
      const reply = await perform(input, attempt.key, attempt.at)
      unanswered.current.delete(print)
      then.done?.(reply, input)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.mayHaveSaved) unanswered.current.set(print, attempt)
      else unanswered.current.delete(print)
      if (!then.failed?.(error, input)) notifyError(error)
      return false
    } finally {
      running.current.delete(print)
      setBusy(running.current.size > 0)
    }
  }
  return { run, busy }
}
