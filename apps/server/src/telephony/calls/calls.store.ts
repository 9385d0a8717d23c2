import type { CallId, CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import { noteOutgoingEnded, noteOutgoingReached } from '../outgoing/outgoing.store.ts'
import type { CallRecord, EndOfCall } from './call-record.ts'

const COLUMNS = sql`
  calls.id, calls.company_id as "companyId", calls.phone, calls.sip_caller_id as "sipCallerId", calls.state,
  calls.dispatcher_id as "dispatcherId", calls.order_id as "orderId", calls.rang_at as "rangAt", calls.is_test as "isTest",
  calls.direction, calls.exchange, calls.answered_by as "answeredBy", calls.reached_at as "reachedAt",
  calls.callee_driver_id as "calleeDriverId", calls.transferred_from as "transferredFrom"`

/** SQL condition: the call of one of the actor's companies. */
export function callsInScope(scope: Scope): RawBuilder<boolean> {
  return ofCompanies(scope, 'calls.company_id')
}

/** Serialises changes of one dispatcher's lines across all of their windows. */
export async function lockLines(tx: Tx, dispatcherId: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lines of ${dispatcherId}`}, 0))`.execute(tx)
}

/** Serialises the counting of waiting callers of one company. */
export async function lockSwitchboard(tx: Tx, companyId: CompanyId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`switchboard of ${companyId}`}, 0))`.execute(tx)
}

/** Locked FOR UPDATE; null when there is none. Orders are locked before calls. */
export async function lockCall(tx: Tx, callId: CallId): Promise<CallRecord | null> {
  return first(tx, sql`where calls.id = ${callId} for update`)
}

/** The newest call with that SIP id in the scope, without a lock. */
export async function findCallBySip(tx: Db | Tx, scope: Scope, sipCallerId: string): Promise<CallRecord | null> {
  return first(
    tx,
    sql`where calls.sip_caller_id = ${sipCallerId} and ${callsInScope(scope)} order by calls.id desc limit 1`,
  )
}

export async function findCall(tx: Db | Tx, scope: Scope, callId: CallId): Promise<CallRecord | null> {
  return first(tx, sql`where calls.id = ${callId} and ${callsInScope(scope)}`)
}

/** The open call of an order: from its client, or to its client. */
export async function findCallOfOrder(tx: Tx, orderId: OrderId): Promise<CallRecord | null> {
  return first(tx, sql`where calls.order_id = ${orderId} and calls.state in ('started', 'on_hold')`)
}

/** The call that the dispatcher is talking on. */
export async function findStartedCall(tx: Db | Tx, dispatcherId: UserId): Promise<CallRecord | null> {
  return first(tx, sql`where calls.dispatcher_id = ${dispatcherId} and calls.state = 'started'`)
}

/** An answered call of a phone: the dispatcher's own before any other. */
export async function findCallOfPhone(
  tx: Tx,
  scope: Scope,
  phone: string,
  dispatcherId: UserId,
): Promise<CallRecord | null> {
  return first(
    tx,
    sql`where calls.phone = ${phone} and calls.state in ('started', 'on_hold') and ${callsInScope(scope)}
      order by calls.dispatcher_id = ${dispatcherId} desc nulls last, calls.state = 'started' desc, calls.id desc limit 1`,
  )
}

/** Claims one caller who was not answered in time, on any phone; nodes that poll at once claim different ones. */
export async function claimUnanswered(tx: Tx, rangBefore: Date, except: readonly number[]): Promise<CallRecord | null> {
  return first(
    tx,
    sql`where calls.state = 'pending' and calls.answered_by is null and calls.rang_at <= ${rangBefore} and calls.id <> all(${[...except]}::bigint[])
      order by calls.rang_at limit 1 for update skip locked`,
  )
}

async function first(tx: Db | Tx, where: RawBuilder<unknown>): Promise<CallRecord | null> {
  const { rows } = await sql<CallRecord>`select ${COLUMNS} from calls ${where}`.execute(tx)
  return rows[0] ?? null
}

/** Does not count test calls, nor answered calls that are not accepted yet. */
export async function countWaiting(tx: Tx, companyId: CompanyId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from calls where company_id = ${companyId} and state = 'pending' and answered_by is null and not is_test
  `.execute(tx)
  return rows[0]?.n ?? 0
}

export interface NewCall {
  companyId: CompanyId
  phone: string
  sipCallerId: string
  isTest: boolean
  exchange: string | null
  rangAt: Date
  /** Set when the call ended before it rang: it was refused, or no line was free. */
  ended: EndOfCall | null
}

export async function insertCall(tx: Tx, { ended, ...call }: NewCall): Promise<CallId> {
  const { id } = await tx
    .insertInto('calls')
    .values({
      company_id: call.companyId,
      phone: call.phone,
      sip_caller_id: call.sipCallerId,
      is_test: call.isTest,
      exchange: call.exchange,
      rang_at: call.rangAt,
      state: ended ? 'ended' : 'pending',
      ended_at: ended ? call.rangAt : null,
      reason_type: ended?.reason ?? null,
      reason_text: ended?.text ?? null,
      is_missed: ended?.reason === 'busy' && !call.isTest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveAccepted(
  tx: Tx,
  call: CallRecord,
  by: { dispatcherId: UserId; orderId: OrderId; now: Date },
): Promise<void> {
  await tx
    .updateTable('calls')
    .set({ state: 'started', dispatcher_id: by.dispatcherId, order_id: by.orderId, started_at: by.now })
    .where('id', '=', call.id)
    .execute()
}

export async function saveHeld(tx: Tx, call: CallRecord, heldAt: Date | null): Promise<void> {
  await tx
    .updateTable('calls')
    .set({ state: heldAt ? 'on_hold' : 'started', held_at: heldAt })
    .where('id', '=', call.id)
    .execute()
}

export async function saveEnded(tx: Tx, call: CallRecord, { reason, text }: EndOfCall, now: Date): Promise<void> {
  await tx
    .updateTable('calls')
    .set({
      state: 'ended',
      ended_at: now,
      reason_type: reason,
      reason_text: text,
      is_missed: call.state === 'pending' && !call.isTest,
    })
    .where('id', '=', call.id)
    .execute()
  if (call.direction === 'out' && call.sipCallerId !== null) await noteOutgoingEnded(tx, call.sipCallerId, now)
}

export interface NewDialled {
  companyId: CompanyId
  phone: string
  sipCallerId: string
  exchange: string | null
  userId: UserId
  orderId: OrderId | null
  calleeDriverId: DriverId | null
  now: Date
}

/** An outgoing call belongs to its dispatcher from the first ring. */
export async function insertDialled(tx: Tx, { now, ...call }: NewDialled): Promise<CallId> {
  const { id } = await tx
    .insertInto('calls')
    .values({
      direction: 'out',
      company_id: call.companyId,
      phone: call.phone,
      sip_caller_id: call.sipCallerId,
      exchange: call.exchange,
      state: 'started',
      dispatcher_id: call.userId,
      order_id: call.orderId,
      callee_driver_id: call.calleeDriverId,
      rang_at: now,
      started_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveAnswered(tx: Tx, call: CallRecord, by: { userId: UserId; now: Date }): Promise<void> {
  await tx.updateTable('calls').set({ answered_by: by.userId, answered_at: by.now }).where('id', '=', call.id).execute()
}

export async function saveReached(tx: Tx, call: CallRecord, now: Date): Promise<void> {
  await tx.updateTable('calls').set({ reached_at: now }).where('id', '=', call.id).execute()
  if (call.sipCallerId !== null) await noteOutgoingReached(tx, call.sipCallerId, now)
}

/** Assigns the call to another dispatcher. */
export async function saveTransferred(tx: Tx, call: CallRecord, toUserId: UserId): Promise<void> {
  await tx
    .updateTable('calls')
    .set({ state: 'started', held_at: null, dispatcher_id: toUserId, transferred_from: call.dispatcherId })
    .where('id', '=', call.id)
    .execute()
}

export interface MoveOfCall {
  callId: CallId
  fromUserId: UserId
  toUserId: UserId
}

/** Claims the right to move the call, until `until` at most; false when another request has it, or the call is not that dispatcher's. */
export async function claimMove(
  tx: Tx,
  move: MoveOfCall,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('calls')
    .set({ moves_to: move.toUserId, moves_until: until })
    .where('id', '=', move.callId)
    .where('dispatcher_id', '=', move.fromUserId)
    .where('state', 'in', ['started', 'on_hold'])
    .where((row) => row.or([row('moves_until', 'is', null), row('moves_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases the claim: the call has moved, or stayed where it was. */
export async function endMove(db: Db | Tx, { callId, toUserId }: Omit<MoveOfCall, 'fromUserId'>): Promise<void> {
  await db
    .updateTable('calls')
    .set({ moves_to: null, moves_until: null })
    .where('id', '=', callId)
    .where('moves_to', '=', toUserId)
    .execute()
}

export interface UnclaimedAnswer {
  callId: CallId
  companyId: CompanyId
  userId: UserId
  phone: string
  sipCallerId: string
}

/** Callers whose call was answered on a phone but not accepted by its dispatcher for too long. */
export async function unclaimedAnswers(db: Db, answeredBefore: Date): Promise<UnclaimedAnswer[]> {
  const { rows } = await sql<UnclaimedAnswer>`
    select id as "callId", company_id as "companyId", answered_by as "userId", phone, sip_caller_id as "sipCallerId" from calls
    where state = 'pending' and answered_at <= ${answeredBefore} and sip_caller_id is not null order by answered_at limit 50
  `.execute(db)
  return rows
}
