import crypto from 'node:crypto'
import type { OutgoingRefusal } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { PLAYBACK_RETRY_DELAY_SECONDS, whyNotRung } from '@dispecerat/domain/telephony/playback'
import { clientFacts, lockAnyOrder, notePlayback, orderMessageFacts } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { contentOf } from '../../platform/outbox/outbox.public.ts'
import { letOut, noteOutgoingEnded } from '../calls/calls.public.ts'
import { claimDue, type PlaybackRow, readPlayback, savePlaybackRow } from './playbacks.store.ts'

/** Longer than the exchange rings plus the time to synthesise the text. */
const MAX_RING_SECONDS = 60

const TEXT_OF = { client_assigned: 'voice_assigned', client_arrived: 'voice_arrived' } as const

/** A call to start now; its row has the state ringing already. */
export interface Ringing {
  sipCallerId: string
  companyId: CompanyId
  to: string
  text: string
}

/**
 * Claims the next due call. The attempt is counted before the call starts, so a crash in between uses it up. Returns 'none' when nothing is
 * due, and null when the due call is dropped or postponed.
 */
export async function claimRinging(
  server: Server,
  except: readonly number[],
  attempt: { id: number | null },
): Promise<Ringing | null | 'none'> {
  return write(server, SYSTEM, async (tx) => {
    const now = server.clock.now()
    const id = await claimDue(tx, now, except)
    attempt.id = id
    if (id === null) return 'none'
    const row = await readPlayback(tx, { id })
    if (row?.state !== 'due') return null
    const why = whyNotRung(row)
    const orderFacts = why === null ? await orderMessageFacts(tx, row.orderId) : null
    const order = await lockAnyOrder(tx, row.orderId)
    if (!order || !orderFacts) {
      await giveUp(tx, row, { why: why ?? 'order_changed', now })
      return null
    }
    const companyId = order.createdByCompanyId
    const sipCallerId = `house-${crypto.randomUUID()}`
    const refusal = await letOut(
      tx,
      server.domainEvents,
      { companyId, userId: null, phone: orderFacts.to, sipCallerId },
      now,
    )
    if (refusal) {
      await postponeOrGiveUp(tx, row, refusal, now)
      return null
    }
    const content = await contentOf(tx, TEXT_OF[row.news], companyId, clientFacts(orderFacts))
    const dueAt = new Date(now.getTime() + MAX_RING_SECONDS * 1000)
    await savePlaybackRow(tx, row.id, { state: 'ringing', tries: row.tries + 1, dueAt, sipCallerId })
    return { sipCallerId, companyId, to: orderFacts.to, text: content?.text ?? '' }
  })
}

/** Busy lines are worth a retry; any other refusal lasts longer than the news is relevant. */
async function postponeOrGiveUp(tx: Tx, row: PlaybackRow, refusal: OutgoingRefusal, now: Date): Promise<void> {
  if (refusal !== 'call.too_many_outgoing') return giveUp(tx, row, { why: 'not_allowed', now })
  const dueAt = new Date(now.getTime() + PLAYBACK_RETRY_DELAY_SECONDS * 1000)
  await savePlaybackRow(tx, row.id, { state: 'due', dueAt })
}

/** Ends a call that is no longer wanted. The order's history gets an entry, except for a changed order before the playback began. */
export async function giveUp(
  tx: Tx,
  row: PlaybackRow,
  { why, now }: { why: 'order_changed' | 'talking' | 'not_allowed'; now: Date },
): Promise<void> {
  await savePlaybackRow(tx, row.id, { state: 'over', dueAt: null, ended: why })
  const order = await lockAnyOrder(tx, row.orderId)
  const wasPlayed = row.state === 'speaking'
  if (row.sipCallerId !== null) await noteOutgoingEnded(tx, row.sipCallerId, now)
  if (!order || (why === 'order_changed' && !wasPlayed)) return
  const line = { type: 'playback_ended' as const, data: { message: row.news, playback_end: why } }
  await record(tx, await notePlayback(tx, order, { state: wasPlayed ? 'ended' : undefined, line, now }), now)
}
