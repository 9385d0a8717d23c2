import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useAction } from '../../api/use-action.ts'
import { isSame } from './changes.ts'

/** A save requested during another waits this long for the row as that one left it. */
const TIMEOUT_MS = 10_000

interface Given<V, Reply> {
  changes: Partial<V>
  /** The row is not there yet. */
  isNew: boolean
  /** The version the changes stand on. */
  version: string | undefined
  /** The version of the newest reading. */
  newestVersion: string | undefined
  save: (sent: Partial<V>, key: string) => Promise<Reply>
  done: (reply: Reply, sent: Partial<V>) => void
  /** Whether the error is shown where the user is looking. */
  failed: (error: unknown) => boolean
}

interface Saves<V> {
  busy: boolean
  /** The field is on its way to the server now. */
  isSending: (field: keyof V) => boolean
  /** The row was saved and its new version is not read yet. */
  isStale: boolean
  submit: () => Promise<boolean>
}

/** Saves one after another: one requested during another starts when that has ended, with what was typed since. */
export function useSaves<V extends object, Reply>(given: Given<V, Reply>): Saves<V> {
  const { changes, isNew, version, newestVersion, save, done, failed } = given
  const inFlight = useRef<Partial<V> | null>(null)
  const requestedAt = useRef<number | null>(null)
  const refused = useRef<Partial<V> | null>(null)
  const [savedFrom, setSavedFrom] = useState<string | undefined>()
  const { run, busy } = useAction(
    (sent: Partial<V>, key: string) => {
      inFlight.current = sent
      return save(sent, key)
    },
    {
      done: (reply, sent) => {
        inFlight.current = null
        refused.current = null
        setSavedFrom(version)
        // The page of the row that was made takes over; a second save would make another row.
        if (isNew) requestedAt.current = null
        done(reply, sent)
      },
      failed: (error, sent) => {
        inFlight.current = null
        refused.current = sent
        setSavedFrom(undefined)
        if (isConflict(error)) requestedAt.current = null
        return failed(error)
      },
    },
  )
  const isStale = savedFrom !== undefined && savedFrom === newestVersion
  useEffect(() => {
    if (requestedAt.current === null || busy || isStale) return
    const isLate = performance.now() - requestedAt.current > TIMEOUT_MS
    requestedAt.current = null
    const hasMore = Object.keys(changes).length > 0 && !isSame(changes, refused.current)
    if (hasMore && !isLate) void run(changes)
  })
  return {
    busy,
    isSending: (field) => inFlight.current !== null && field in inFlight.current,
    isStale,
    submit: () => {
      if (inFlight.current === null) return run(changes)
      requestedAt.current = performance.now()
      return Promise.resolve(false)
    },
  }
}

/** Somebody else saved the row after it was read here. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code?.endsWith('.changed_meanwhile') === true
}
