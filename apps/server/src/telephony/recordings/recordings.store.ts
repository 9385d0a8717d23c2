import type { CallRecording } from '@dispecerat/contract/telephony/call-reports'
import type { CallId, CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import { inScope } from '../../orders/orders.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface NewRecording {
  callId: CallId
  file: string
  seconds: number
  bytes: number
  mime: string
  recordedAt: Date
}

/** Storing the same file again only updates its length. */
export async function keepRecordingRow(tx: Tx, recording: NewRecording): Promise<void> {
  const { callId, file, recordedAt, ...size } = recording
  await tx
    .insertInto('call_recordings')
    .values({ call_id: callId, file, recorded_at: recordedAt, ...size })
    .onConflict((same) => same.columns(['call_id', 'file']).doUpdateSet(size))
    .execute()
}

export interface FoundRecording {
  id: number | null
  file: string | null
  companyId: CompanyId
}

/** A call of the scope and its requested or newest recording; null for a call outside the scope. */
export async function findRecording(
  db: Db,
  scope: Scope,
  callId: CallId,
  recordingId: number | null,
): Promise<FoundRecording | null> {
  const mine = ofCompanies(scope, 'calls.company_id')
  const named = recordingId === null ? sql`true` : sql`recording.id = ${recordingId}`
  const { rows } = await sql<FoundRecording>`
    select recording.id, recording.file, calls.company_id as "companyId" from calls
    left join call_recordings recording on recording.call_id = calls.id and ${named}
    where calls.id = ${callId} and ${mine} order by recording.id desc nulls last limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** True when the user began to play this recording at or after `since`. */
export async function wasPlayed(
  tx: Tx,
  { recordingId, userId, since }: { recordingId: number; userId: UserId; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from call_recording_plays
    where recording_id = ${recordingId} and user_id = ${userId} and played_at >= ${since} limit 1
  `.execute(tx)
  return rows.length > 0
}

export async function notePlay(tx: Tx, play: { recordingId: number; userId: UserId; at: Date }): Promise<void> {
  await tx
    .insertInto('call_recording_plays')
    .values({ recording_id: play.recordingId, user_id: play.userId, played_at: play.at })
    .execute()
}

/** The recorded calls of an order, oldest first; null for an order outside the scope. */
export async function recordingsOfOrder(db: Db, scope: Scope, orderId: OrderId): Promise<CallRecording[] | null> {
  const order = await sql`select 1 from orders where id = ${orderId} and ${inScope(scope, 'read')}`.execute(db)
  if (order.rows.length === 0) return null
  const mine = ofCompanies(scope, 'calls.company_id')
  const { rows } = await sql<Omit<CallRecording, 'rang_at'> & { rang_at: Date }>`
    select recording.id, calls.id as call_id, calls.direction, calls.rang_at, users.name as dispatcher_name,
      recording.seconds
    from calls join call_recordings recording on recording.call_id = calls.id
    left join users on users.id = calls.dispatcher_id
    where calls.order_id = ${orderId} and ${mine} order by calls.rang_at, recording.id
  `.execute(db)
  return rows.map((row) => ({ ...row, rang_at: toWireTime(row.rang_at) }))
}
