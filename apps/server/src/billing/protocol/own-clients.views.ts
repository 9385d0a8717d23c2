import type { OwnClient } from '@dispecerat/contract/billing/own-clients'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

interface Row extends Omit<OwnClient, 'last_order_at'> {
  last_order_at: Date | null
}

interface Whose {
  accountId: UserId
  companyId: CompanyId
}

/** The clients who may order on the account, by name; text matches names and notes, digits match phones. */
export async function ownClientPage(
  db: Db,
  whose: Whose,
  search: string | undefined,
  { page, perPage }: { page: number; perPage: number },
) {
  const where = searched(search)
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      ${clients(whose, where)} order by search_fold(coalesce(own.name, known.name)) nulls last, u.id
      limit ${perPage} offset ${(page - 1) * perPage}
    `.execute(db),
    sql<{ n: number }>`select count(*)::integer as n from ${ofAccount(whose)} and ${where}`.execute(db),
  ])
  const meta = { total: counted.rows[0]?.n ?? 0, total_is_capped: false, page, per_page: perPage }
  return { data: rows.map(viewOf), meta }
}

/** One of them; null when the client does not order on the account. */
export async function ownClientView(db: Db, whose: Whose, clientId: UserId): Promise<OwnClient | null> {
  const { rows } = await sql<Row>`${clients(whose, sql<boolean>`u.id = ${clientId}`)}`.execute(db)
  return rows[0] ? viewOf(rows[0]) : null
}

/** The company's name for a client is shown only where the account has none: the company put those clients on the account. */
function clients(whose: Whose, where: RawBuilder<boolean>): RawBuilder<Row> {
  return sql<Row>`
    select u.id, coalesce(own.name, known.name) as name, u.phone, own.note, driven.orders_count, driven.last_order_at
    from ${ofAccount(whose, driven(whose))} and ${where}
  `
}

function driven({ accountId, companyId }: Whose): RawBuilder<unknown> {
  return sql`
    cross join lateral (
      select count(*)::integer as orders_count, max(o.placed_at) as last_order_at from orders o
      where o.client_id = u.id and o.protocol_user_id = ${accountId} and o.created_by_company_id = ${companyId}
        and o.deleted_at is null and o.placed_at is not null
    ) as driven`
}

function ofAccount({ accountId, companyId }: Whose, more: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`company_clients known
    join users u on u.id = known.user_id
    left join account_clients own on own.user_id = known.user_id and own.account_id = ${accountId}
    ${more}
    where known.company_id = ${companyId} and known.protocol_parent_user_id = ${accountId}`
}

const MIN_DIGITS = 3

function searched(search = ''): RawBuilder<boolean> {
  const searchTerms = search.split(/\s+/).filter(Boolean)
  if (searchTerms.length === 0) return sql<boolean>`true`
  const digits = search.replace(/\D/g, '').replace(/^0/, '')
  const named = searchTerms.map(
    (word) => sql`search_fold(concat_ws(' ', coalesce(own.name, known.name), own.note))
      like search_fold(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`,
  )
  const isPhone = digits.length >= MIN_DIGITS && !/\p{L}/u.test(search)
  return sql<boolean>`(${sql.join(named, sql` and `)} or (${isPhone} and u.phone like ${`%${digits}%`}))`
}

function viewOf({ last_order_at, ...row }: Row): OwnClient {
  return { ...row, last_order_at: last_order_at && toWireTime(last_order_at) }
}
