import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { inScope } from '../in-scope.store.ts'

/** The order's company and the user's name; null when the order is outside the user's scope. */
export async function viewerFacts(
  db: Db,
  { scope, userId }: { scope: Scope; userId: UserId },
  orderId: OrderId,
): Promise<{ companyId: CompanyId; name: string | null } | null> {
  const { rows } = await sql<{ companyId: CompanyId; name: string | null }>`
    select orders.created_by_company_id as "companyId", coalesce(users.name, users.identifier) as name
    from orders, users
    where orders.id = ${orderId} and orders.deleted_at is null and users.id = ${userId} and ${inScope(scope)}
  `.execute(db)
  return rows[0] ?? null
}
