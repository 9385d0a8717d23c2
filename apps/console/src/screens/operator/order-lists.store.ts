import { type OrderCounts, readOrderCounts, readOrderList } from '@dispecerat/contract/order-lists'
import type { OrderRow } from '@dispecerat/contract/order-shapes'
import { ORDER_LISTS, type OrderListName } from '@dispecerat/domain/order'
import type { z } from 'zod'
import { create } from 'zustand'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { perFrame } from '../../realtime/per-frame.ts'
import {
  applyChanges,
  hasMore,
  NO_LISTS,
  type OrderLists,
  putRows,
  type RowChange,
  rememberRows,
} from './order-lists.ts'

type Counts = z.infer<typeof OrderCounts>

interface Panel extends OrderLists {
  counts: Counts | null
  loading: Partial<Record<OrderListName, boolean>>
  failed: Partial<Record<OrderListName, boolean>>
}

export const useOrderPanel = create<Panel>(() => ({ ...NO_LISTS, counts: null, loading: {}, failed: {} }))

const PAGE = 60
/** Nobody works a list of more live orders than this; the rest comes with the search. */
const MAX_LIVE_PAGES = 20
/** Live changes that arrive while a page is on its way, to lay over it: the page may be older than they are. */
const journals = new Set<RowChange[]>()

export const hearChange = perFrame<RowChange>((changes) => {
  for (const journal of journals) journal.push(...changes)
  useOrderPanel.setState((state) => applyChanges(state, changes))
})

export function hearCounts(counts: Counts) {
  useOrderPanel.setState({ counts })
}

export async function loadCounts() {
  try {
    hearCounts(await call(readOrderCounts))
  } catch {
    // The numbers stay as they were; the next beat asks again.
  }
}

/** Loads a list from its top: whole for in-call and live, as many pages as were shown for the closed ones. */
export async function loadList(kind: OrderListName) {
  if (useOrderPanel.getState().loading[kind]) return
  const held = useOrderPanel.getState().lists[kind].ids.length
  const pages = kind === 'in-call' || kind === 'live' ? MAX_LIVE_PAGES : Math.max(1, Math.ceil(held / PAGE))
  await loadPages(kind, 0, pages)
}

/** 'Arată mai mult': the next page. */
export async function loadMore(kind: OrderListName) {
  const state = useOrderPanel.getState()
  if (state.loading[kind] || !hasMore(state.lists[kind])) return
  await loadPages(kind, state.lists[kind].ids.length, 1)
}

async function loadPages(kind: OrderListName, from: number, pages: number) {
  const journal: RowChange[] = []
  journals.add(journal)
  mark(kind, { loading: true, failed: false })
  try {
    const rows: OrderRow[] = []
    let total = 0
    for (let page = 0; page < pages; page++) {
      const answer = await call(readOrderList, { params: { kind }, query: { offset: from + page * PAGE } })
      rows.push(...answer.data)
      total = answer.meta.total
      if (answer.data.length < PAGE) {
        total = from + rows.length
        break
      }
    }
    useOrderPanel.setState((state) =>
      applyChanges(putRows(state, kind, rows, { total, replace: from === 0, at: Date.now() }), journal),
    )
    mark(kind, { loading: false, failed: false })
  } catch {
    mark(kind, { loading: false, failed: true })
  } finally {
    journals.delete(journal)
  }
}

function mark(kind: OrderListName, how: { loading: boolean; failed: boolean }) {
  useOrderPanel.setState((state) => ({
    loading: { ...state.loading, [kind]: how.loading },
    failed: { ...state.failed, [kind]: how.failed },
  }))
}

/** Asks again for every list that was ever shown, and the counts. */
export function reloadAll() {
  void loadCounts()
  const { lists } = useOrderPanel.getState()
  for (const kind of ORDER_LISTS) if (lists[kind].total !== null) void loadList(kind)
}

/** Asks the server for matches beyond what is loaded; the answer is ids, their rows join the store. */
export async function searchServer(kind: OrderListName, search: string, signal: AbortSignal): Promise<number[]> {
  const { data } = await call(readOrderList, { params: { kind }, query: { search } }, { signal })
  useOrderPanel.setState((state) => rememberRows(state, data))
  return data.map((row) => row.id)
}

/** Another person's lists are nobody's business after a change of user. */
useSession.subscribe((now, before) => {
  if (now.userId !== before.userId) useOrderPanel.setState({ ...NO_LISTS, counts: null, loading: {}, failed: {} })
})
