import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import { changedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { savePlayback } from '../orders.store.ts'

export interface PlaybackNote {
  /** New call state of the order's row; undefined: unchanged. */
  state: 'started' | 'ended' | undefined
  /** A dispatcher has to call the client. */
  mustTalk?: boolean
  line: { type: 'playback_started' | 'playback_ended'; data: Record<string, unknown> }
  now: Date
}

/** Records an automatic call to the client of a locked order: row, history, and the events for the company. */
export async function notePlayback(tx: Tx, order: OrderRecord, note: PlaybackNote): Promise<LogEvent[]> {
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
