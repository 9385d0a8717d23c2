import type { ClientView } from '@dispecerat/contract/orders/clients'
import type { CallView } from '@dispecerat/contract/telephony/calls'
import type { MissedCall } from '@dispecerat/contract/telephony/missed-calls'
import type { CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { CallDirection, CallEndReason, CallState } from '@dispecerat/domain/telephony/call'
import { type RawBuilder, sql } from 'kysely'
import { clientView } from '../../orders/clients/clients.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { callsInScope } from './calls.store.ts'
import { type MissedRow, missedRows } from './missed-calls.store.ts'

/** The number of addresses shown while it rings. */
const ADDRESSES_WHILE_RINGING = 3

interface Row {
  id: number
  company_id: CompanyId
  phone: string
  sip_caller_id: string
  direction: CallDirection
  state: CallState
  rang_at: Date
  started_at: Date | null
  reached_at: Date | null
  held_at: Date | null
  ended_at: Date | null
  is_test: boolean
  dispatcher_id: UserId | null
  dispatcher_name: string | null
  answered_by: number | null
  transferred_from: number | null
  transferred_from_name: string | null
  callee_driver_id: DriverId | null
  callee_driver_name: string | null
  order_id: OrderId | null
  reason_type: CallEndReason | null
  reason_text: string | null
}

/** Open calls, longest waiting first. */
export function openCallViews(db: Db, scope: Scope, state: CallState | undefined, now: Date): Promise<CallView[]> {
  const which =
    state === undefined ? sql`calls.state <> 'ended'` : sql`calls.state <> 'ended' and calls.state = ${state}`
  return viewsWhere(db, sql`${which} and ${callsInScope(scope)}`, now)
}

export function callViewsOf(db: Db, ids: readonly number[], now: Date): Promise<CallView[]> {
  if (ids.length === 0) return Promise.resolve([])
  return viewsWhere(db, sql`calls.id = any(${[...ids]}::bigint[])`, now)
}

async function viewsWhere(db: Db, condition: RawBuilder<unknown>, now: Date): Promise<CallView[]> {
  const { rows } = await sql<Row>`
    select calls.id, calls.company_id, calls.phone, coalesce(calls.sip_caller_id, 'call-' || calls.id) as sip_caller_id,
      calls.direction, calls.state, calls.rang_at, calls.started_at, calls.reached_at, calls.held_at, calls.ended_at,
      calls.is_test, calls.dispatcher_id, dispatcher.name as dispatcher_name, calls.answered_by, calls.transferred_from,
      giver.name as transferred_from_name, calls.callee_driver_id, callee.name as callee_driver_name, calls.order_id,
      calls.reason_type, calls.reason_text
    from calls left join users dispatcher on dispatcher.id = calls.dispatcher_id
      left join users giver on giver.id = calls.transferred_from
      left join users callee on callee.id = calls.callee_driver_id
    where ${condition} order by calls.rang_at, calls.id
  `.execute(db)
  return Promise.all(rows.map((row) => withClient(db, row, now)))
}

/** Missed calls, newest first, each with what its company knows of the client. */
export async function missedCallViews(db: Db, scope: Scope, now: Date): Promise<MissedCall[]> {
  const rows = await missedRows(db, scope, now)
  return Promise.all(rows.map((row) => missedView(db, row, now)))
}

async function missedView(db: Db, row: MissedRow, now: Date): Promise<MissedCall> {
  const client = await clientView(db, { companies: [row.companyId], ownUserId: null }, row.phone, now)
  const { id, phone, tries, calledBackBy } = row
  return {
    id,
    phone,
    tries,
    company_id: row.companyId,
    company_name: row.companyName,
    first_rang_at: toWireTime(row.firstRangAt),
    last_rang_at: toWireTime(row.lastRangAt),
    waited_seconds: row.waitedSeconds,
    reason_type: row.reason,
    client: summary(client),
    called_back_at: row.calledBackAt && toWireTime(row.calledBackAt),
    called_back_by: calledBackBy === null ? null : { id: calledBackBy, name: row.calledBackByName },
  }
}

/** Adds the client as the called company knows them; no other company's data is read. */
async function withClient(db: Db, row: Row, now: Date): Promise<CallView> {
  const client = await clientView(db, { companies: [row.company_id], ownUserId: null }, row.phone, now)
  return {
    ...row,
    rang_at: toWireTime(row.rang_at),
    started_at: row.started_at && toWireTime(row.started_at),
    reached_at: row.reached_at && toWireTime(row.reached_at),
    held_at: row.held_at && toWireTime(row.held_at),
    ended_at: row.ended_at && toWireTime(row.ended_at),
    client: summary(client),
  }
}

function summary({ phone: _, ...known }: ClientView): CallView['client'] {
  return { ...known, addresses: known.addresses.slice(0, ADDRESSES_WHILE_RINGING) }
}
