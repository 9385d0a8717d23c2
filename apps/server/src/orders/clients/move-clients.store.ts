import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The companies whose client rows move; null: all. */
export interface Moved {
  from: number
  to: number
  companies: readonly CompanyId[] | null
}

/**
 * Moves companies' data about a client to another user: the client's row, orders, addresses, ratings, incidents, conversation and the audit
 * log. Rows of the account stay, and so does a client row that the other user has at the same company already.
 */
export async function moveClients(tx: Tx, { from, to, companies }: Moved): Promise<void> {
  const mine = companies === null ? null : [...companies]
  const of = (column: string): RawBuilder<boolean> =>
    sql`(${mine}::bigint[] is null or ${sql.ref(column)} = any(${mine}::bigint[]))`
  const ofOrder = sql`order_id in (select id from orders where client_id = ${to} and ${of('created_by_company_id')})`
  await sql`
    update company_clients set user_id = ${to} where user_id = ${from} and ${of('company_id')}
      and not exists (select from company_clients as other
        where other.user_id = ${to} and other.company_id = company_clients.company_id)
  `.execute(tx)
  const isMoved = (column: string) => sql`${of(column)}
    and exists (select from company_clients where user_id = ${to} and company_id = ${sql.ref(column)})
    and not exists (select from company_clients where user_id = ${from} and company_id = ${sql.ref(column)})`
  await sql`
    update orders set client_id = ${to} where client_id = ${from} and ${isMoved('orders.created_by_company_id')}
  `.execute(tx)
  await sql`update order_discounts set client_id = ${to} where client_id = ${from} and ${ofOrder}`.execute(tx)
  await sql`update ratings set client_id = ${to} where client_id = ${from} and ${ofOrder}`.execute(tx)
  await sql`
    update saved_addresses set user_id = ${to} where user_id = ${from} and ${isMoved('saved_addresses.company_id')}
  `.execute(tx)
  await sql`
    update incidents set client_id = ${to} where client_id = ${from} and ${isMoved('incidents.company_id')}
  `.execute(tx)
  await sql`
    update account_clients set user_id = ${to} where user_id = ${from}
      and account_id in (select user_id from protocol_companies where ${isMoved('protocol_companies.company_id')})
      and not exists (select from account_clients as other
        where other.user_id = ${to} and other.account_id = account_clients.account_id)
  `.execute(tx)
  await sql`
    update audit_log set entity_id = ${to}
    where entity in ('client', 'account_client') and entity_id = ${from} and ${isMoved('audit_log.company_id')}
  `.execute(tx)
  await moveConversations(tx, { from, to }, isMoved('talk.company_id'))
}

/** Drivers, accounts and colleagues keep their conversation: only messages to a client move. */
async function moveConversations(
  tx: Tx,
  { from, to }: { from: number; to: number },
  isMoved: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update conversations as talk set interlocutor_id = ${to} where interlocutor_id = ${from} and ${isMoved}
      and not exists (select from driver_status where driver_id = ${from} and company_id = talk.company_id)
      and not exists (select from protocol_companies where user_id = ${from} and company_id = talk.company_id)
      and not exists (select from conversations as other
        where other.interlocutor_id = ${to} and other.company_id = talk.company_id)
    returning id
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  for (const end of ['sender_id', 'receiver_id'])
    await sql`
      update messages set ${sql.ref(end)} = ${to}
      where ${sql.ref(end)} = ${from} and conversation_id = any(${ids}::bigint[])
    `.execute(tx)
}
