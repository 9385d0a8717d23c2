import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'

/** True when the company wants a new search for an order that its driver gives back. */
export async function searchesAfterReturn(tx: Tx, companyId: CompanyId): Promise<boolean> {
  const row = await tx
    .selectFrom('company_settings')
    .select('search_after_return')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.search_after_return ?? SETTINGS.search.search_after_return.default
}

/** Minutes that a driver of an order of the company waits for the client. */
export async function noShowWaitMinutes(tx: Tx, companyId: CompanyId): Promise<number> {
  const row = await tx
    .selectFrom('company_settings')
    .select('no_show_wait_min')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.no_show_wait_min ?? SETTINGS.orders.no_show_wait_min.default
}
