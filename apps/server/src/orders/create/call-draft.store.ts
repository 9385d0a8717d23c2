import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type OrderColumns, type OrderRecord, orderFromRow } from '../order-record.ts'

/** Locks a dispatcher's own newest draft for a phone without an open call (FOR UPDATE). */
export async function lockIdleDraft(
  tx: Tx,
  { companyId, dispatcherId, phone }: { companyId: CompanyId; dispatcherId: UserId; phone: string },
): Promise<OrderId | null> {
  const { rows } = await sql<{ id: OrderId }>`
    select id from orders
    where client_phone = ${phone} and state = 'new' and dispatcher_id = ${dispatcherId}
      and created_by_company_id = ${companyId} and deleted_at is null
      and not exists (select from calls where calls.order_id = orders.id and calls.state <> 'ended')
    order by created_at desc, id desc limit 1
    for update
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** Locks an order, including deleted ones (FOR UPDATE); null when there is none. */
export async function lockAnyOrder(tx: Tx, orderId: OrderId): Promise<OrderRecord | null> {
  const { rows } = await sql<OrderColumns>`select * from orders where id = ${orderId} for update`.execute(tx)
  return rows[0] ? orderFromRow(rows[0]) : null
}

/** A company's data on the client with this phone. */
export async function knownClient(
  tx: Tx,
  companyId: CompanyId,
  phone: string,
): Promise<{ id: UserId; name: string | null; about: string | null } | null> {
  const { rows } = await sql<{ id: UserId; name: string | null; about: string | null }>`
    select c.user_id as id, c.name, c.about from users u
    join company_clients c on c.user_id = u.id and c.company_id = ${companyId} where u.phone = ${phone}
  `.execute(tx)
  return rows[0] ?? null
}

/** Locks orders whose client requested a dispatcher by pressing a key (FOR UPDATE). */
export async function lockOrdersNeedingInteraction(
  tx: Tx,
  companyId: CompanyId,
  phone: string,
): Promise<OrderRecord[]> {
  const { rows } = await sql<OrderColumns>`
    select * from orders where client_phone = ${phone} and created_by_company_id = ${companyId}
      and call_need_interaction and deleted_at is null order by id for update
  `.execute(tx)
  return rows.map(orderFromRow)
}
