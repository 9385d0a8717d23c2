import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { PlaybackEnd, PlaybackNews, PlaybackScene, PlaybackState } from '@dispecerat/domain/telephony/playback'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** True when the company enabled automatic calls. */
export async function isPlaybackOn(tx: Tx, companyId: CompanyId): Promise<boolean> {
  const { rows } = await sql`
    select from company_settings where company_id = ${companyId} and playback_enabled
  `.execute(tx)
  return rows.length > 0
}

export async function insertPlayback(
  tx: Tx,
  { orderId, news, driverId, now }: { orderId: OrderId; news: PlaybackNews; driverId: DriverId | null; now: Date },
): Promise<void> {
  const event = { order_id: orderId, news, driver_id: driverId, due_at: now, created_at: now }
  await tx.insertInto('playbacks').values(event).execute()
}

/** Drops waiting calls about an order, because newer news replaces them. */
export async function dropWaiting(tx: Tx, orderId: OrderId): Promise<void> {
  await tx
    .updateTable('playbacks')
    .set({ state: 'over', ended: 'order_changed', due_at: null })
    .where('order_id', '=', orderId)
    .where('state', '=', 'due')
    .execute()
}

/** Locks the order of a due call with SKIP LOCKED, so that parallel servers get different ones. */
export async function claimDue(tx: Tx, now: Date, except: readonly number[]): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select playbacks.id from playbacks join orders on orders.id = playbacks.order_id
    where playbacks.state = 'due' and playbacks.due_at <= ${now} and playbacks.id <> all(${[...except]}::bigint[])
      and not exists (select from playbacks rung where rung.order_id = orders.id and rung.state in ('ringing', 'speaking'))
    order by playbacks.due_at limit 1
    for update of orders skip locked
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** Calls without events for too long, by their name at the exchange. */
export async function lostPlaybacks(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select sip_caller_id as name from playbacks
    where state in ('ringing', 'speaking') and due_at <= ${now} and sip_caller_id is not null order by due_at limit 50
  `.execute(db)
  return rows.map(({ name }) => name)
}

export async function orderOfPlayback(tx: Tx, sipCallerId: string): Promise<OrderId | null> {
  const row = await tx
    .selectFrom('playbacks')
    .select('order_id')
    .where('sip_caller_id', '=', sipCallerId)
    .executeTakeFirst()
  return row?.order_id ?? null
}

export interface PlaybackRow extends PlaybackScene {
  id: number
  orderId: OrderId
  state: PlaybackState
  tries: number
  /** Name of the last attempt at the exchange. */
  sipCallerId: string | null
  /** All outgoing calls of the company are stopped. */
  isStopped: boolean
}

/** A call with the facts that decide whether it rings. Callers that change it lock its order. */
export async function readPlayback(
  tx: Db | Tx,
  by: { id: number } | { sipCallerId: string },
): Promise<PlaybackRow | null> {
  const which = 'id' in by ? sql`playbacks.id = ${by.id}` : sql`playbacks.sip_caller_id = ${by.sipCallerId}`
  const { rows } = await sql<PlaybackRow>`
    select playbacks.id, playbacks.order_id as "orderId", playbacks.news, playbacks.driver_id as "driverId",
      playbacks.state, playbacks.tries, playbacks.sip_caller_id as "sipCallerId",
      exists (select from outgoing_rules stop where stop.company_id = orders.created_by_company_id
        and stop.stopped_at is not null) as "isStopped",
      json_build_object('state', orders.state, 'tripState', orders.trip_state, 'driverId', orders.driver_id,
        'isDeleted', orders.deleted_at is not null) as "order",
      exists (select from calls where calls.company_id = orders.created_by_company_id and calls.state <> 'ended'
        and calls.phone in (orders.client_phone, orders.phone)) as "isTalking"
    from playbacks join orders on orders.id = playbacks.order_id where ${which}
  `.execute(tx)
  return rows[0] ?? null
}

interface PlaybackChange {
  state: PlaybackState
  tries?: number
  dueAt: Date | null
  sipCallerId?: string
  ended?: PlaybackEnd | null
}

export async function savePlaybackRow(
  tx: Tx,
  id: number,
  { state, tries, dueAt, sipCallerId, ended }: PlaybackChange,
): Promise<void> {
  await tx
    .updateTable('playbacks')
    .set({
      state,
      due_at: dueAt,
      ...(tries === undefined ? {} : { tries }),
      ...(sipCallerId === undefined ? {} : { sip_caller_id: sipCallerId }),
      ...(ended === undefined ? {} : { ended }),
    })
    .where('id', '=', id)
    .execute()
}
