import type { OrderRow } from '@dispecerat/contract/order-shapes'
import { foldText } from '@dispecerat/domain/address-text'
import { ORDER_LISTS, type OrderListName } from '@dispecerat/domain/order'

export interface OneList {
  ids: readonly number[]
  /** Null until the first answer of the server. */
  total: number | null
  loadedAt: number | null
}

/** What the left panel knows: every row once, and the lists as ids in the order they are drawn. */
export interface OrderLists {
  byId: ReadonlyMap<number, OrderRow>
  lists: Readonly<Record<OrderListName, OneList>>
  /** Grows with every change worth a flash. */
  flashes: ReadonlyMap<number, number>
}

export interface RowChange {
  id: number
  /** Null when the order left every list. */
  row: OrderRow | null
}

const EMPTY_LIST: OneList = { ids: [], total: null, loadedAt: null }
export const NO_LISTS: OrderLists = {
  byId: new Map(),
  lists: { 'in-call': EMPTY_LIST, live: EMPTY_LIST, finished: EMPTY_LIST, canceled: EMPTY_LIST },
  flashes: new Map(),
}

/** Waiting orders first and the oldest above; closed orders the newest above. Wire times sort as text. */
function comesBefore(kind: OrderListName, a: OrderRow, b: OrderRow): number {
  if (kind === 'finished')
    return compare(b.trip_finished_at ?? b.created_at, a.trip_finished_at ?? a.created_at) || b.id - a.id
  if (kind === 'canceled') return compare(b.canceled_at ?? b.created_at, a.canceled_at ?? a.created_at) || b.id - a.id
  return Number(b.in_pending_queue) - Number(a.in_pending_queue) || compare(a.created_at, b.created_at) || a.id - b.id
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function sorted(kind: OrderListName, ids: Iterable<number>, byId: ReadonlyMap<number, OrderRow>): number[] {
  const rows: OrderRow[] = []
  for (const id of ids) {
    const row = byId.get(id)
    if (row) rows.push(row)
  }
  return rows.sort((a, b) => comesBefore(kind, a, b)).map((row) => row.id)
}

/** The server's pages, whole (`replace`) or the next one. */
export function putRows(
  state: OrderLists,
  kind: OrderListName,
  rows: readonly OrderRow[],
  how: { total: number; replace: boolean; at: number },
): OrderLists {
  const byId = new Map(state.byId)
  for (const row of rows) byId.set(row.id, row)
  const ids = new Set([...(how.replace ? [] : state.lists[kind].ids), ...rows.map((row) => row.id)])
  const list = { ids: sorted(kind, ids, byId), total: how.total, loadedAt: how.at }
  return { ...state, byId, lists: { ...state.lists, [kind]: list } }
}

/** Rows found by a search of the server: known, but in no list. */
export function rememberRows(state: OrderLists, rows: readonly OrderRow[]): OrderLists {
  const byId = new Map(state.byId)
  for (const row of rows) byId.set(row.id, row)
  return { ...state, byId }
}

/** A batch of live changes: one new map, new objects only for what changed. */
export function applyChanges(state: OrderLists, changes: readonly RowChange[]): OrderLists {
  if (changes.length === 0) return state
  const byId = new Map(state.byId)
  const flashes = new Map(state.flashes)
  for (const { id, row } of changes) {
    const before = byId.get(id)
    if (row) byId.set(id, row)
    else byId.delete(id)
    if (row && before && looksDifferent(before, row)) flashes.set(id, (flashes.get(id) ?? 0) + 1)
  }
  const lists = { ...state.lists }
  for (const kind of ORDER_LISTS) lists[kind] = moveRows(kind, state.lists[kind], changes, byId, state.byId)
  return { byId, lists, flashes }
}

function looksDifferent(a: OrderRow, b: OrderRow): boolean {
  return a.state !== b.state || a.trip_state !== b.trip_state || a.in_pending_queue !== b.in_pending_queue
}

function moveRows(
  kind: OrderListName,
  list: OneList,
  changes: readonly RowChange[],
  byId: ReadonlyMap<number, OrderRow>,
  before: ReadonlyMap<number, OrderRow>,
): OneList {
  if (list.total === null) return list
  const ids = new Set(list.ids)
  const isWhole = list.ids.length >= list.total
  const last = byId.get(list.ids.at(-1) ?? -1)
  let { total } = list
  let moved = false
  for (const { id } of changes) {
    const row = byId.get(id)
    const belongs = row?.lists.includes(kind) ?? false
    const isHere = ids.has(id)
    if (belongs && !isHere) {
      // A row below the loaded part comes with its page.
      if (!before.get(id)?.lists.includes(kind)) total += 1
      if (row && (isWhole || !last || comesBefore(kind, row, last) < 0)) ids.add(id)
    }
    if (!belongs && isHere) {
      ids.delete(id)
      total -= 1
    }
    moved ||= belongs || isHere
  }
  return moved ? { ...list, total: Math.max(total, ids.size), ids: sorted(kind, ids, byId) } : list
}

/** Rows still on the server below the loaded part. */
export function hasMore(list: OneList): boolean {
  return list.total !== null && list.ids.length < list.total
}

const folded = new WeakMap<OrderRow, string>()
function haystack(row: OrderRow): string {
  const known = folded.get(row)
  if (known !== undefined) return known
  const text = [row.address ?? '', ...row.place_names, row.car_indicativ ?? ''].map(foldText).join(' | ')
  folded.set(row, text)
  return text
}

/** Local search over address, place names and call sign; diacritics and case do not matter. */
export function filterIds(
  ids: readonly number[],
  byId: ReadonlyMap<number, OrderRow>,
  typed: string,
): readonly number[] {
  const words = foldText(typed)
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return ids
  return ids.filter((id) => {
    const row = byId.get(id)
    return row !== undefined && words.every((word) => haystack(row).includes(word))
  })
}
