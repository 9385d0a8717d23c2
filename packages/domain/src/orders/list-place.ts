import { fromWireTime } from '../kernel/wire-time.ts'
import type { OrderListName } from './order.ts'

/** Sort key of an order in an operator list; `seconds` since 1970, 0 when the time it is sorted by is missing. */
export interface ListPlace {
  /** Only the live list has ranks: 0 is an alert, 1 everything else. */
  rank: 0 | 1
  seconds: number
  id: number
}

/** Order fields that the lists are sorted by, in wire format. */
export interface Listed {
  id: number
  in_pending_queue: boolean
  departure_time: string
  created_at: string
  trip_finished_at: string | null
  canceled_at: string | null
  call: { started_at: string | null } | null
}

/** In-call and closed lists show the newest first; the live list shows alerts, then the earliest departure. */
export function newestFirst(kind: OrderListName): boolean {
  return kind !== 'live'
}

export function listPlace(kind: OrderListName, order: Listed): ListPlace {
  const { id } = order
  if (kind === 'live') return { rank: order.in_pending_queue ? 0 : 1, seconds: secondsOf(order.departure_time), id }
  const at = { 'in-call': order.call?.started_at, finished: order.trip_finished_at, canceled: order.canceled_at }[kind]
  return { rank: 1, seconds: secondsOf(at ?? null), id }
}

/** Negative when `a` sorts before `b`; never zero for two orders. The server sorts its pages by the same three values. */
export function comparePlaces(kind: OrderListName, a: ListPlace, b: ListPlace): number {
  const later = a.seconds - b.seconds || a.id - b.id
  return a.rank - b.rank || (newestFirst(kind) ? -later : later)
}

/** Writes the position as a cursor: the next page begins after it. */
export function writePlace({ rank, seconds, id }: ListPlace): string {
  return `${rank}.${seconds}.${id}`
}

export const WRITTEN_PLACE = /^[01]\.\d{1,12}\.\d{1,15}$/

/** Reads a cursor; null for any text that `writePlace` does not write. */
export function readPlace(text: string): ListPlace | null {
  if (!WRITTEN_PLACE.test(text)) return null
  const [rank, seconds = 0, id = 0] = text.split('.').map(Number)
  return { rank: rank === 0 ? 0 : 1, seconds, id }
}

function secondsOf(wire: string | null): number {
  const at = wire === null ? null : fromWireTime(wire)
  return at === null ? 0 : Math.floor(at.getTime() / 1000)
}
