import type { InvoiceDraft } from '@dispecerat/contract/billing/invoice-drafts'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { unbilled } from './invoices.store.ts'

const MAX_DRAFTS = 200

/** Drafts of the scope that have something to invoice, oldest month first, with their current totals. */
export async function draftsOf(
  db: Db,
  { companies }: Scope,
  companyId: CompanyId | undefined,
): Promise<InvoiceDraft[]> {
  const mine = companies === 'every' ? null : [...companies]
  const { rows } = await sql<Omit<InvoiceDraft, 'charged' | 'made_at'> & { made_at: Date; bani: number }>`
    select jsonb_build_object('id', u.id, 'name', u.name) as account, d.company_id, to_char(d.month, 'YYYY-MM') as month,
      d.made_at, now_open.orders, now_open.bani
    from invoice_drafts d join users u on u.id = d.protocol_user_id
    cross join lateral (
      select count(*)::integer as orders, coalesce(sum(coalesce(o.discounted_cost_bani, o.cost_bani)), 0)::bigint as bani
      from orders o where ${unbilled(sql`d.protocol_user_id`, sql`d.company_id`, sql`d.month`)}
    ) as now_open
    where u.deleted_at is null and now_open.orders > 0 and (${mine}::bigint[] is null or d.company_id = any(${mine}::bigint[]))
      and (${companyId ?? null}::bigint is null or d.company_id = ${companyId ?? null})
    order by d.month, search_fold(u.name), u.id limit ${MAX_DRAFTS}
  `.execute(db)
  return rows.map(({ bani, made_at, ...row }) => ({
    ...row,
    made_at: toWireTime(made_at),
    charged: ronFromBani(bani),
  }))
}
