import type { BroadcastProgress } from '@dispecerat/contract/office/broadcasts'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

const MAX_SHOWN = 10

/** The newest first; only broadcasts whose companies are all in the scope. */
export async function broadcastProgress(db: Db, { companies }: Scope, id?: string): Promise<BroadcastProgress[]> {
  const mine = companies === 'every' ? sql`true` : sql`company_ids <@ ${[...companies]}::bigint[]`
  const one = id === undefined ? sql`true` : sql`id = ${id}`
  const { rows } = await sql<Omit<BroadcastProgress, 'created_at'> & { created_at: Date }>`
    select id as broadcast_id, audience, sender_name, message, receivers, done, state, created_at,
      (select count(*)::int from messages join outbox on outbox.id = messages.outbox_id
        where messages.broadcast_id = shown.id and outbox.state = 'queued') as waiting
    from (
      select * from broadcasts where company_ids <> '{}' and ${mine} and ${one} order by created_at desc, id limit ${MAX_SHOWN}
    ) as shown order by created_at desc, id
  `.execute(db)
  return rows.map((row) => ({ ...row, created_at: toWireTime(row.created_at) }))
}
