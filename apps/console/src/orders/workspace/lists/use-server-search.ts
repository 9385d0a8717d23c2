import type { OrderListName } from '@dispecerat/domain/orders/order'
import { useEffect, useRef, useState } from 'react'
import { notifyError } from '../../../api/notify-error.ts'
import { type Found, searchServer } from '../../../shared/orders/order-lists.store.ts'

interface ServerSearch {
  /** Null before the first search. */
  found: Found | null
  busy: boolean
  search: (text: string) => void
  /** Loads the next page; null when there is none. */
  more: (() => void) | null
  forget: () => void
}

/** Enter in the search box: rows the server finds beyond the loaded ones, page after page. */
export function useServerSearch(kind: OrderListName): ServerSearch {
  const [found, setFound] = useState<(Found & { text: string }) | null>(null)
  const [busy, setBusy] = useState(false)
  const pending = useRef<AbortController | null>(null)
  useEffect(() => () => pending.current?.abort(), [])

  const load = async (text: string, before: Found | null) => {
    pending.current?.abort()
    const mine = new AbortController()
    pending.current = mine
    setBusy(true)
    try {
      const { ids, next } = await searchServer(kind, text, before?.next ?? null, mine.signal)
      if (!mine.signal.aborted) setFound({ text, ids: [...new Set([...(before?.ids ?? []), ...ids])], next })
    } catch (error) {
      if (!mine.signal.aborted) notifyError(error)
    } finally {
      if (pending.current === mine) setBusy(false)
    }
  }
  return {
    found,
    busy,
    search: (text) => void load(text, null),
    more: found?.next ? () => void load(found.text, found) : null,
    forget: () => {
      pending.current?.abort()
      setBusy(false)
      setFound(null)
    },
  }
}
