import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

const MAX_OPEN = 3

/**
 * Refuses more than three open orders of a client who orders without a dispatcher, to limit prank orders. The client's row
 * is locked, so that concurrent orders are counted one after the other.
 */
export async function requireCapacityForOrder(
  tx: Tx,
  { companyId, clientId }: { companyId: CompanyId; clientId: UserId },
): Promise<void> {
  await sql`
    select from company_clients where company_id = ${companyId} and user_id = ${clientId} for no key update
  `.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders
    where client_id = ${clientId} and created_by_company_id = ${companyId} and deleted_at is null
      and state in ('created', 'pending', 'assigned')
  `.execute(tx)
  if ((rows[0]?.n ?? 0) >= MAX_OPEN) throw new DomainError('client_app.too_many_orders')
}
