import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { StoredEvent } from '../db/event-log.ts'

export interface Audience {
  userId: UserId
  /** null: the events of no company. */
  companies: 'every' | readonly CompanyId[] | null
}

/**
 * The events that the audience missed in the batches from `firstBatch` (the `first_seq` of one) on, without channels, which it has to
 * subscribe to again.
 */
export async function readMissed(
  db: Db,
  gap: { after: number; upTo: number; firstBatch: number; limit: number },
  { userId, companies }: Audience,
): Promise<StoredEvent[]> {
  const ofCompanies =
    companies === 'every' ? sql`cardinality(to_companies) > 0` : sql`to_companies && ${companies ?? []}::bigint[]`
  const { rows } = await sql<StoredEvent>`
    select first_seq + place - 1 as seq, event_log.at, event, channel, to_companies as "toCompanies",
      to_users as "toUsers", data
    from event_batches
      cross join lateral unnest(event_ids) with ordinality as numbered(event_id, place)
      join event_log on event_log.seq = event_id
    where first_seq between ${gap.firstBatch} and ${gap.upTo}
      and first_seq + place - 1 > ${gap.after} and first_seq + place - 1 <= ${gap.upTo}
      and (${userId} = any(to_users) or (channel is null and ${ofCompanies}))
    order by first_seq, place
    limit ${gap.limit}
  `.execute(db)
  return rows
}
