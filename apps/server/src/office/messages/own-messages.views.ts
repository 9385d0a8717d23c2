import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** An account's conversation with its company, from the account's side. */
export interface OwnTalk {
  accountId: UserId
  companyId: CompanyId
  /** Null: there is no message yet. */
  conversationId: number | null
  /** Newest message of the company that the account has not read; null when all are read. */
  newestId: number | null
  unread: number
}

const MAX_COUNTED = 100

/** Returns null when the user has no contract. */
export async function ownTalk(db: Db, accountId: UserId): Promise<OwnTalk | null> {
  const { rows } = await sql<OwnTalk>`
    select p.user_id as "accountId", p.company_id as "companyId", c.id as "conversationId", news.newest as "newestId", news.unread
    from protocol_companies p
    left join conversations c on c.company_id = p.company_id and c.interlocutor_id = p.user_id
    cross join lateral (
      select max(latest.id) as newest, count(*)::integer as unread from (
        select m.id from messages m
        where m.conversation_id = c.id and m.receiver_id = p.user_id and m.id > c.read_to
        order by m.id desc limit ${MAX_COUNTED}
      ) as latest
    ) as news
    where p.user_id = ${accountId}
  `.execute(db)
  return rows[0] ?? null
}
