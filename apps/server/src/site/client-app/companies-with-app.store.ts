import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** True when the company takes orders in the clients' application; a suspended one takes none. */
export async function hasClientApp(db: Db | Tx, companyId: CompanyId): Promise<boolean> {
  const { rows } = await sql`
    select from companies c join company_settings s on s.company_id = c.id and s.client_app
    where c.id = ${companyId} and c.deleted_at is null and c.status <> 'suspended'
  `.execute(db)
  return rows.length > 0
}

/** False: the company closed the client. */
export async function isOpenClient(tx: Tx, companyId: CompanyId, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from company_clients where company_id = ${companyId} and user_id = ${userId} and is_active
  `.execute(tx)
  return rows.length > 0
}
