import { SYSTEM } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import type { LoggedEvent } from '../db/event-log.ts'
import { changedEvents } from './order-events.ts'
import { addHistory } from './order-history.store.ts'
import type { OrderRecord } from './order-record.ts'
import { savePlayback } from './orders.store.ts'

export interface PlaybackNote {
  /** What the order's row says from now on; undefined: as before. */
  state: 'started' | 'ended' | undefined
  /** A dispatcher has to phone the client. */
  mustTalk?: boolean
  line: { type: 'playback_started' | 'playback_ended'; data: Record<string, unknown> }
  now: Date
}

/** The house rang the client of a locked order up by itself: its row, its history, and what the room is told. */
export async function notePlayback(tx: Tx, order: OrderRecord, note: PlaybackNote): Promise<LoggedEvent[]> {
  const { state, mustTalk = false, line, now } = note
  const saved = await savePlayback(tx, order, {
    ...(state === undefined ? {} : { callPlaybackState: state }),
    ...(mustTalk ? { callNeedInteraction: true, alwaysInCall: true } : {}),
  })
  const about = { orderId: order.id, at: now, by: SYSTEM }
  const isNew = mustTalk && !order.alwaysInCall
  await addHistory(tx, [{ ...about, ...line }, ...(isNew ? [{ ...about, type: 'always_in_call_set' as const }] : [])])
  return order.deletedAt === null ? changedEvents(saved) : []
}
