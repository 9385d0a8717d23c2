import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { StoredEvent } from '../db/event-log.ts'

export interface Missed {
  /** The instant of the first event after the client's, whoever it was for; null when there was none. */
  firstAt: Date | null
  /** An event at or before the client's place is still kept, so nothing in between is gone. */
  isKept: boolean
}

export async function lookAtGap(db: Db, after: number, upTo: number): Promise<Missed> {
  const { rows } = await sql<Missed>`
    select
      (select at from event_log where seq > ${after} and seq <= ${upTo} order by seq limit 1) as "firstAt",
      exists (select 1 from event_log where seq <= ${after}) as "isKept"
  `.execute(db)
  return rows[0] ?? { firstAt: null, isKept: false }
}

export interface Audience {
  userId: number
  /** null hears no company. */
  companies: 'every' | readonly number[] | null
}

/** What the audience missed, without the channels it would have to subscribe to again. */
export async function readMissed(
  db: Db,
  gap: { after: number; upTo: number; limit: number },
  { userId, companies }: Audience,
): Promise<StoredEvent[]> {
  const ofCompanies =
    companies === 'every' ? sql`cardinality(to_companies) > 0` : sql`to_companies && ${companies ?? []}::bigint[]`
  const { rows } = await sql<StoredEvent>`
    select seq, at, event, channel, to_companies as "toCompanies", to_users as "toUsers", data
    from event_log
    where seq > ${gap.after} and seq <= ${gap.upTo}
      and (${userId} = any(to_users) or (channel is null and ${ofCompanies}))
    order by seq
    limit ${gap.limit}
  `.execute(db)
  return rows
}
