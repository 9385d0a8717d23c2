import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { StoredEvent } from '../db/event-log.ts'

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
    select first_seq + place - 1 as seq, event_log.at, event, channel, to_companies as "toCompanies",
      to_users as "toUsers", data
    from event_batches
      cross join lateral unnest(event_ids) with ordinality as numbered(id, place)
      join event_log on event_log.seq = id
    where first_seq between (select max(first_seq) from event_batches where first_seq <= ${gap.after} + 1) and ${gap.upTo}
      and first_seq + place - 1 between ${gap.after} + 1 and ${gap.upTo}
      and (${userId} = any(to_users) or (channel is null and ${ofCompanies}))
    order by first_seq, place
    limit ${gap.limit}
  `.execute(db)
  return rows
}
