import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useAction } from '../../api/use-action.ts'
import { isSame } from './changes.ts'

/** A save requested during another one waits this long for the record's new version. */
const TIMEOUT_MS = 10_000

interface SaveOptions<V, Reply> {
  changes: Partial<V>
  /** The record does not exist yet. */
  isNew: boolean
  /** The version the changes are based on. */
  version: number | undefined
  /** The newest loaded version. */
  newestVersion: number | undefined
  save: (sent: Partial<V>, key: string) => Promise<Reply>
  done: (reply: Reply, sent: Partial<V>) => void
  /** Handles the error; true when it is shown where the user is looking. */
  failed: (error: unknown) => boolean
}

interface Saves<V> {
  busy: boolean
  /** The field is being sent now. */
  isSending: (field: keyof V) => boolean
  /** The record was saved and its new version has not loaded yet. */
  isStale: boolean
  submit: () => Promise<boolean>
}

/** Serialises saves: one requested during another starts when that has ended, with the changes made since. */
export function useSaves<V extends object, Reply>(options: SaveOptions<V, Reply>): Saves<V> {
  const { changes, isNew, version, newestVersion, save, done, failed } = options
  const inFlight = useRef<Partial<V> | null>(null)
  const requestedAt = useRef<number | null>(null)
  const refused = useRef<Partial<V> | null>(null)
  const [savedFrom, setSavedFrom] = useState<number | undefined>()
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
        /* The page of the created record takes over; a second save would create another record. */
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

/** Another user saved the record after it was loaded here. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code?.endsWith('.changed_meanwhile') === true
}
