import {
  handlePlaybackEvent,
  PLAYBACK_RETRY_DELAY_SECONDS,
  type PlaybackStep,
  type PlaybackWord,
  whyNotRung,
} from '@dispecerat/domain/telephony/playback'
import { lockAnyOrder, notePlayback, type PlaybackNote } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { noteOutgoingEnded, noteOutgoingReached } from '../calls/calls.public.ts'
import { orderOfPlayback, type PlaybackRow, readPlayback, savePlaybackRow } from './playbacks.store.ts'

/** Longer than any text plus the time to press a key. */
const MAX_SPEECH_SECONDS = 180

/**
 * Stores an event of the exchange about an automatic call. `sipCallerId` is unique per attempt, so late events of an earlier one change
 * nothing. Returns how the attempt ended; null while it continues or when nothing changed.
 */
export async function recordPlaybackEvent(
  server: Server,
  sipCallerId: string,
  word: PlaybackWord,
  hasVoice = true,
): Promise<PlaybackStep['end']> {
  return write(server, SYSTEM, async (tx) => {
    const orderId = await orderOfPlayback(tx, sipCallerId)
    const order = orderId === null ? null : await lockAnyOrder(tx, orderId)
    const row = order && (await readPlayback(tx, { sipCallerId }))
    const step = row && stillWanted(row, handlePlaybackEvent(row, word))
    if (!order || !row || !step) return null
    const now = server.clock.now()
    const { next, end, mustTalk } = step
    await savePlaybackRow(tx, row.id, {
      state: next.state,
      dueAt: dueAt(next.state, now),
      ...(next.state === 'over' ? { ended: end } : {}),
    })
    if (next.state === 'speaking') await noteOutgoingReached(tx, sipCallerId, now)
    else await noteOutgoingEnded(tx, sipCallerId, now)
    await record(tx, await notePlayback(tx, order, { ...noteOf(row, step, hasVoice), mustTalk, now }), now)
    return end
  })
}

/** When the order has changed meanwhile, an unanswered call needs no call by a dispatcher. */
function stillWanted(row: PlaybackRow, step: PlaybackStep | null): PlaybackStep | null {
  const isStale = step?.end === 'not_reached' && whyNotRung({ ...row, isTalking: false }) !== null
  return isStale ? { next: { state: 'over', tries: row.tries }, end: 'order_changed', mustTalk: false } : step
}

function noteOf(row: PlaybackRow, { end }: PlaybackStep, hasVoice: boolean): Pick<PlaybackNote, 'state' | 'line'> {
  const { news, tries } = row
  if (end === null) {
    const data = { message: news, tries, ...(hasVoice ? {} : { has_voice: false }) }
    return { state: 'started', line: { type: 'playback_started', data } }
  }
  const wasPlayed = row.state === 'speaking' || end === 'heard' || end === 'asked_to_talk'
  const data = { message: news, tries, playback_end: end }
  return { state: wasPlayed ? 'ended' : undefined, line: { type: 'playback_ended', data } }
}

function dueAt(state: PlaybackStep['next']['state'], now: Date): Date | null {
  if (state === 'over') return null
  const seconds = state === 'due' ? PLAYBACK_RETRY_DELAY_SECONDS : MAX_SPEECH_SECONDS
  return new Date(now.getTime() + seconds * 1000)
}
