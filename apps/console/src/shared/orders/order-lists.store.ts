import { isOrderRow, type OrderCounts, readOrderCounts, readOrderList } from '@dispecerat/contract/orders/order-lists'
import { type ListPlace, readPlace, writePlace } from '@dispecerat/domain/orders/list-place'
import { ORDER_LISTS, type OrderListName } from '@dispecerat/domain/orders/order'
import type { z } from 'zod'
import { create } from 'zustand'
import { request } from '../../api/request.ts'
import { useSession } from '../../api/session.ts'
import { perFrame } from '../../realtime/per-frame.ts'
import {
  applyChanges,
  hasMore,
  noLists,
  type OrderLists,
  PAGE,
  putPage,
  type RowChange,
  rememberFound,
  want,
} from './order-lists.ts'

type Counts = z.infer<typeof OrderCounts>

interface Panel extends OrderLists {
  counts: Counts | null
  loading: Partial<Record<OrderListName, boolean>>
  failed: Partial<Record<OrderListName, boolean>>
}

const nothing = (): Panel => ({ ...noLists(), counts: null, loading: {}, failed: {} })
export const useOrderPanel = create<Panel>(nothing)

/**
 * Number of rows loaded at once for a list that is worked from its top; the rest is loaded by scrolling or searching.
 */
const AT_ONCE = 5 * PAGE
/** Live changes that arrive while a page is loading; they are applied over it, because the page may be older. */
const journals = new Set<RowChange[]>()
/** Lists to load again when their current request has ended. */
const again = new Set<OrderListName>()
/** Counts the users of this page, so that replies for an earlier user are dropped. */
let epoch = 0

export const applyChange = perFrame<RowChange>((changes) => {
  for (const journal of journals) journal.push(...changes)
  useOrderPanel.setState((state) => applyChanges(state, changes))
})

/** Sequence number of count requests and pushed counts, in the order they occur. */
let countsStamp = 0
/** Sequence number of the counts that are shown. */
let shownStamp = 0

export function applyCounts(counts: Counts) {
  countsStamp += 1
  shownStamp = countsStamp
  useOrderPanel.setState({ counts })
}

export async function loadCounts() {
  const startEpoch = epoch
  countsStamp += 1
  const stamp = countsStamp
  try {
    const counts = await request(readOrderCounts)
    /* Counts pushed or requested after this request are newer than its reply. */
    if (startEpoch !== epoch || stamp < shownStamp) return
    shownStamp = stamp
    useOrderPanel.setState({ counts })
  } catch {
    /* The numbers stay as they were; the next poll requests them again. */
  }
}

const isWorked = (kind: OrderListName) => kind === 'in-call' || kind === 'live'

/** Loads the list from its top, at least as far as it was loaded; its rows stay visible meanwhile. */
export async function loadList(kind: OrderListName) {
  const { loading, lists } = useOrderPanel.getState()
  if (loading[kind]) {
    again.add(kind)
    return
  }
  const wanted = Math.max(lists[kind].ids.length, isWorked(kind) ? AT_ONCE : PAGE)
  await whileLoading(kind, () => loadDown(kind, null, wanted))
}

/** The polling fallback: the first page only, and not while the list is already loading. */
export async function freshenList(kind: OrderListName) {
  if (useOrderPanel.getState().loading[kind]) return
  await whileLoading(kind, () => loadDown(kind, null, PAGE))
}

/** Loads further pages until the list has this many rows, or all of them. */
export async function loadMore(kind: OrderListName, wanted: number) {
  const { loading, lists } = useOrderPanel.getState()
  const list = lists[kind]
  if (loading[kind] || !hasMore(list) || list.ids.length >= wanted) return
  useOrderPanel.setState((state) => want(state, kind, wanted))
  await whileLoading(kind, () => loadDown(kind, list.edge, wanted - list.ids.length))
}

async function whileLoading(kind: OrderListName, work: () => Promise<void>) {
  const startEpoch = epoch
  mark(kind, { loading: true, failed: useOrderPanel.getState().failed[kind] ?? false })
  try {
    await work()
    if (startEpoch === epoch) mark(kind, { loading: false, failed: false })
  } catch {
    if (startEpoch === epoch) mark(kind, { loading: false, failed: true })
  }
  if (again.delete(kind) && startEpoch === epoch) await loadList(kind)
}

const AS_ROWS = { view: 'row' } as const

/** Loads page after page and merges each as soon as it arrives. */
async function loadDown(kind: OrderListName, from: ListPlace | null, rows: number) {
  const startEpoch = epoch
  let after = from
  for (let left = rows; left > 0; left -= PAGE) {
    const journal: RowChange[] = []
    journals.add(journal)
    try {
      const query = after === null ? AS_ROWS : { ...AS_ROWS, after: writePlace(after) }
      const { data, meta } = await request(readOrderList, { params: { kind }, query })
      if (startEpoch !== epoch) return
      const edge = meta.next === null ? null : readPlace(meta.next)
      const page = { after, rows: data.filter(isOrderRow), edge, at: Date.now() }
      useOrderPanel.setState((state) => applyChanges(putPage(state, kind, page), journal))
      after = edge
    } finally {
      journals.delete(journal)
    }
    if (after === null) return
  }
}

function mark(kind: OrderListName, how: { loading: boolean; failed: boolean }) {
  useOrderPanel.setState((state) => ({
    loading: { ...state.loading, [kind]: how.loading },
    failed: { ...state.failed, [kind]: how.failed },
  }))
}

/** Loads the counts and every list that was shown before. */
export function reloadAll() {
  void loadCounts()
  const { lists } = useOrderPanel.getState()
  for (const kind of ORDER_LISTS) if (lists[kind].loadedAt !== null) void loadList(kind)
}

export interface Found {
  ids: number[]
  next: string | null
}

/** Searches on the server beyond the loaded rows; returns the ids and adds the rows to the store. */
export async function searchServer(
  kind: OrderListName,
  search: string,
  after: string | null,
  signal: AbortSignal,
): Promise<Found> {
  const query = after === null ? { ...AS_ROWS, search } : { ...AS_ROWS, search, after }
  const { data, meta } = await request(readOrderList, { params: { kind }, query }, { signal, byBody: true })
  useOrderPanel.setState((state) => rememberFound(state, data.filter(isOrderRow), after !== null))
  return { ids: data.map((row) => row.id), next: meta.next }
}

/** Another user must not see the lists of the one before. */
useSession.subscribe((now, before) => {
  if (now.userId === before.userId) return
  epoch += 1
  again.clear()
  useOrderPanel.setState(nothing())
})
