import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { CallState } from '@dispecerat/domain/telephony/call'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** An exchange inside a process sends a heartbeat every ten seconds; after three missed ones it and its calls count as ended. */
const GONE_AFTER_SECONDS = 30

export interface OpenCall {
  sipCallerId: string
  state: CallState
  answeredBy: number | null
  dispatcherId: UserId | null
}

export async function openCallsOf(db: Db, exchange: string): Promise<OpenCall[]> {
  return openCalls(db, sql<boolean>`exchange = ${exchange}`)
}

/** Open calls of exchanges that have ended. `mine` is known to be alive. */
export async function orphanedCalls(db: Db, mine: string | null, now: Date): Promise<OpenCall[]> {
  const since = new Date(now.getTime() - GONE_AFTER_SECONDS * 1000)
  return openCalls(
    db,
    sql<boolean>`exchange is distinct from ${mine}
      and not exists (select from exchanges e where e.name = calls.exchange and e.beat_at > ${since})`,
  )
}

async function openCalls(db: Db, condition: RawBuilder<boolean>): Promise<OpenCall[]> {
  const { rows } = await sql<OpenCall>`
    select sip_caller_id as "sipCallerId", state, answered_by as "answeredBy", dispatcher_id as "dispatcherId" from calls
    where state <> 'ended' and exchange is not null and sip_caller_id is not null and ${condition}
  `.execute(db)
  return rows
}

export async function saveBeat(db: Db, name: string, now: Date): Promise<void> {
  await sql`
    insert into exchanges (name, beat_at) values (${name}, ${now}) on conflict (name) do update set beat_at = excluded.beat_at
  `.execute(db)
}

/** Deletes an exchange that stops, and those without a heartbeat for a day. */
export async function forgetExchange(db: Db, name: string, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  await sql`delete from exchanges where name = ${name} or beat_at < ${dayAgo}`.execute(db)
}
