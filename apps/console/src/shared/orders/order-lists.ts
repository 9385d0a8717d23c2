import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { foldText } from '@dispecerat/domain/geography/address-text'
import { comparePlaces, type ListPlace, listPlace } from '@dispecerat/domain/orders/list-place'
import { ORDER_LISTS, type OrderListName } from '@dispecerat/domain/orders/order'

export const PAGE = 60

export interface OneList {
  /** The whole list, or its top down to `edge`, in display order; the same array while nothing moved. */
  ids: readonly number[]
  /** Cursor of the last loaded row: the server has more below it. Null when nothing is below. */
  edge: ListPlace | null
  /** Number of rows the user scrolled to; a closed list that grows by itself is truncated to it. */
  wanted: number
  /** Null until the first reply. */
  loadedAt: number | null
}

/** State of the left panel: every row once, and the lists as ids. */
export interface OrderLists {
  /** Mutated in place: copying 5,000 rows per rendered frame would only produce garbage. */
  byId: Map<number, OrderRow>
  /** Incremented with every change of a row. */
  version: number
  lists: Readonly<Record<OrderListName, OneList>>
  /** Counter per row, incremented with every change worth a flash. */
  flashes: Map<number, number>
  /** Rows found by a search; they stay in the store although they are in no list. */
  found: ReadonlySet<number>
}

export interface RowChange {
  id: number
  /** Null when the order has left every list. */
  row: OrderRow | null
}

/** One reply of the server: the list has exactly these rows from `after` down to `edge` (null: to the end). */
export interface Page {
  after: ListPlace | null
  rows: readonly OrderRow[]
  edge: ListPlace | null
  at: number
}

const EMPTY_LIST: OneList = { ids: [], edge: null, wanted: PAGE, loadedAt: null }

export function noLists(): OrderLists {
  const lists = { 'in-call': EMPTY_LIST, live: EMPTY_LIST, finished: EMPTY_LIST, canceled: EMPTY_LIST }
  return { byId: new Map(), version: 0, lists, flashes: new Map(), found: new Set() }
}

const places = new WeakMap<OrderRow, Partial<Record<OrderListName, ListPlace>>>()

/** Cached per row: parsing a wire time is the most expensive step here, and a row is compared a dozen times. */
function placeOf(kind: OrderListName, row: OrderRow): ListPlace {
  const known = places.get(row) ?? {}
  const place = known[kind] ?? listPlace(kind, row)
  if (known[kind] === undefined) places.set(row, { ...known, [kind]: place })
  return place
}

/** Number of ids above the place (binary search). */
function standAbove(kind: OrderListName, ids: readonly number[], place: ListPlace, rows: OrderLists['byId']): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows.get(ids[middle] ?? 0)
    if (row && comparePlaces(kind, placeOf(kind, row), place) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The lists while a batch is applied: arrays are copied once, and only those that change. */
class Sheet {
  readonly lists: Record<OrderListName, OneList>
  private readonly state: OrderLists
  private readonly copied = new Set<OrderListName>()

  constructor(state: OrderLists) {
    this.state = state
    this.lists = { ...state.lists }
  }

  /** A mutable copy of a list's ids. */
  ids(kind: OrderListName): number[] {
    const list = this.lists[kind]
    if (this.copied.has(kind)) return list.ids as number[]
    const ids = [...list.ids]
    this.copied.add(kind)
    this.lists[kind] = { ...list, ids }
    return ids
  }

  put(id: number, row: OrderRow | null) {
    const { byId, found, flashes } = this.state
    const before = byId.get(id)
    let isListed = found.has(id)
    for (const kind of ORDER_LISTS) isListed = this.move(kind, id, before, row) || isListed
    if (row && isListed) byId.set(id, row)
    else {
      byId.delete(id)
      flashes.delete(id)
    }
    if (row && before && isListed && differsInState(before, row)) flashes.set(id, (flashes.get(id) ?? 0) + 1)
  }

  /** Moves the row from its old to its new position; true when the new one is in the loaded part. */
  private move(kind: OrderListName, id: number, before: OrderRow | undefined, row: OrderRow | null): boolean {
    const { ids, edge, loadedAt } = this.lists[kind]
    if (loadedAt === null) return false
    const { byId } = this.state
    const from = before ? standAbove(kind, ids, placeOf(kind, before), byId) : -1
    const wasHere = from >= 0 && ids[from] === id
    const place = row?.lists.includes(kind) ? placeOf(kind, row) : null
    const isHere = place !== null && (edge === null || comparePlaces(kind, place, edge) <= 0)
    if (wasHere && isHere && before && comparePlaces(kind, placeOf(kind, before), place) === 0) return true
    if (wasHere) this.ids(kind).splice(from, 1)
    if (isHere) {
      const now = this.ids(kind)
      now.splice(standAbove(kind, now, place, byId), 0, id)
    }
    return isHere
  }

  /** A closed list that is not scrolled would grow all shift long. */
  cutBack(kind: 'finished' | 'canceled') {
    const { ids, wanted } = this.lists[kind]
    if (ids.length <= wanted + PAGE) return
    const last = this.state.byId.get(ids[wanted - 1] ?? 0)
    if (last) this.lists[kind] = { ...this.lists[kind], ids: ids.slice(0, wanted), edge: placeOf(kind, last) }
  }

  /** Removes rows that are in no list, so that memory does not grow over a shift of twelve hours. */
  forgetUnlisted() {
    const { byId, found, flashes } = this.state
    const listed = ORDER_LISTS.reduce((sum, kind) => sum + this.lists[kind].ids.length, found.size)
    if (byId.size <= listed + PAGE) return
    const listedIds = new Set([...found, ...ORDER_LISTS.flatMap((kind) => this.lists[kind].ids)])
    for (const id of byId.keys()) {
      if (listedIds.has(id)) continue
      byId.delete(id)
      flashes.delete(id)
    }
  }

  end(): OrderLists {
    this.cutBack('finished')
    this.cutBack('canceled')
    this.forgetUnlisted()
    return { ...this.state, lists: this.lists, version: this.state.version + 1 }
  }
}

/** Merges a page from the server: a row between its two ends that it does not contain has left the list. */
export function putPage(state: OrderLists, kind: OrderListName, page: Page): OrderLists {
  const sheet = new Sheet(state)
  const list = sheet.lists[kind]
  /* The list was truncated while this page was loading: merging it would leave a gap above it. */
  if (page.after && list.edge && isBelow(kind, page.after, list.edge)) return state
  const reach = list.loadedAt !== null && (list.edge === null || (page.edge && isBelow(kind, list.edge, page.edge)))
  const ids = sheet.ids(kind)
  const first = page.after === null ? 0 : standAbove(kind, ids, nextTo(kind, page.after), state.byId)
  const last = page.edge === null ? ids.length : standAbove(kind, ids, nextTo(kind, page.edge), state.byId)
  const named = new Set(page.rows.map(({ id }) => id))
  const gone = ids.slice(first, Math.max(first, last)).filter((id) => !named.has(id))
  /* A first page keeps the rows loaded below it. */
  const edge = reach && page.edge !== null ? list.edge : page.edge
  sheet.lists[kind] = { ...sheet.lists[kind], edge, loadedAt: page.at }
  for (const id of gone) sheet.ids(kind).splice(sheet.ids(kind).indexOf(id), 1)
  for (const row of page.rows) sheet.put(row.id, row)
  return sheet.end()
}

function isBelow(kind: OrderListName, a: ListPlace, b: ListPlace): boolean {
  return comparePlaces(kind, a, b) > 0
}

/** The first place after the given one. */
function nextTo(kind: OrderListName, place: ListPlace): ListPlace {
  return { ...place, id: kind === 'live' ? place.id + 0.5 : place.id - 0.5 }
}

/** Applies a batch of live changes. */
export function applyChanges(state: OrderLists, changes: readonly RowChange[]): OrderLists {
  if (changes.length === 0) return state
  const sheet = new Sheet(state)
  for (const { id, row } of changes) sheet.put(id, row)
  return sheet.end()
}

/** Stores rows found by a server search, whatever list they are in (`more`: in addition to those found before). */
export function rememberFound(state: OrderLists, rows: readonly OrderRow[], more: boolean): OrderLists {
  const found = new Set([...(more ? state.found : []), ...rows.map(({ id }) => id)])
  return applyChanges(
    { ...state, found },
    rows.map((row) => ({ id: row.id, row })),
  )
}

/** Sets how many rows of the list are to be loaded. */
export function want(state: OrderLists, kind: OrderListName, wanted: number): OrderLists {
  return { ...state, lists: { ...state.lists, [kind]: { ...state.lists[kind], wanted } } }
}

function differsInState(a: OrderRow, b: OrderRow): boolean {
  return a.state !== b.state || a.trip_state !== b.trip_state || a.in_pending_queue !== b.in_pending_queue
}

/** True when the server has rows below the loaded part. */
export function hasMore(list: OneList): boolean {
  return list.edge !== null
}

const folded = new WeakMap<OrderRow, string>()
function haystack(row: OrderRow): string {
  const known = folded.get(row)
  if (known !== undefined) return known
  const text = [row.address ?? '', ...row.place_names, row.car_indicativ ?? ''].map(foldText).join(' | ')
  folded.set(row, text)
  return text
}

/** Searches the loaded rows by address, place names and call sign, ignoring diacritics and case. */
export function filterIds(
  ids: readonly number[],
  byId: ReadonlyMap<number, OrderRow>,
  typed: string,
): readonly number[] {
  const messages = foldText(typed)
    .split(' ')
    .filter((word) => word !== '')
  if (messages.length === 0) return ids
  return ids.filter((id) => {
    const row = byId.get(id)
    return row !== undefined && messages.every((word) => haystack(row).includes(word))
  })
}
