import { useEffect, useRef } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useAction } from '../../api/use-action.ts'
import { isSame } from './changes.ts'

/** A save that was asked for during another waits this long for the row as that one left it. */
const PATIENCE_MS = 10_000

interface Given<V, Reply> {
  changes: Partial<V>
  /** What the changes stand on; undefined for a row that is not there yet. */
  version: string | undefined
  /** Of the newest reading. */
  newestVersion: string | undefined
  save: (sent: Partial<V>, key: string) => Promise<Reply>
  done: (reply: Reply, sent: Partial<V>) => void
  /** Whether everything was said where the user looks. */
  failed: (error: unknown) => boolean
}

interface Saves<V> {
  busy: boolean
  /** The field is on its way to the server now. */
  isSending: (field: keyof V) => boolean
  submit: () => Promise<boolean>
}

/** Saves follow one another: one asked for during another begins when that has ended, with what was typed since. */
export function useSaves<V extends object, Reply>(given: Given<V, Reply>): Saves<V> {
  const { changes, version, newestVersion, save, done, failed } = given
  const underWay = useRef<Partial<V> | null>(null)
  const ended = useRef<{ savedFrom?: string | undefined; refused?: Partial<V> }>({})
  const askedAgainAt = useRef<number | null>(null)
  const { run, busy } = useAction(
    (sent: Partial<V>, key: string) => {
      underWay.current = sent
      return save(sent, key)
    },
    {
      done: (reply, sent) => {
        underWay.current = null
        ended.current = { savedFrom: version }
        // A new row goes on as another page's.
        if (version === undefined) askedAgainAt.current = null
        done(reply, sent)
      },
      failed: (error, sent) => {
        underWay.current = null
        ended.current = { refused: sent }
        if (isConflict(error)) askedAgainAt.current = null
        return failed(error)
      },
    },
  )
  useEffect(() => {
    const { savedFrom, refused } = ended.current
    const isRowOnItsWay = savedFrom !== undefined && savedFrom === newestVersion
    if (askedAgainAt.current === null || busy || isRowOnItsWay) return
    const isLate = performance.now() - askedAgainAt.current > PATIENCE_MS
    askedAgainAt.current = null
    const isNew = Object.keys(changes).length > 0 && !isSame(changes, refused)
    if (isNew && !isLate) void run(changes)
  })
  return {
    busy,
    isSending: (field) => underWay.current !== null && field in underWay.current,
    submit: () => {
      if (underWay.current === null) return run(changes)
      askedAgainAt.current = performance.now()
      return Promise.resolve(false)
    },
  }
}

/** Somebody else saved the row after it was read here. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code?.endsWith('.changed_meanwhile') === true
}
