import type { OwnMonth } from '@dispecerat/contract/billing/own-money'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { OwnAccount } from './own-account.store.ts'

const MONTHS = 12

interface Row {
  month: string
  orders: number
  chargedBani: number
  notInvoicedBani: number
  owedBani: number
}

/** The current month in Bucharest and the eleven before it, newest first, including empty ones. */
export async function ownMonths(db: Db, { accountId, companyId }: OwnAccount, now: Date): Promise<OwnMonth[]> {
  const first = sql`date_trunc('month', ${bucharestDay(now)}::timestamp)`
  const { rows } = await sql<Row>`
    with months as (
      select ${first} - n * interval '1 month' as month from generate_series(0, ${MONTHS - 1}::integer) as n
    ),
    driven as (
      select date_trunc('month', o.trip_finished_at at time zone 'Europe/Bucharest') as month, count(*) as orders,
        sum(coalesce(o.discounted_cost_bani, o.cost_bani, 0)) as charged,
        sum(coalesce(o.discounted_cost_bani, o.cost_bani, 0)) filter (where o.invoice_id is null) as not_invoiced
      from orders o
      where o.protocol_user_id = ${accountId} and o.created_by_company_id = ${companyId} and o.payment_type = 'protocol'
        and o.state = 'finished' and o.deleted_at is null and o.fare_doubt is null
        and o.trip_finished_at >= (${first} - ${MONTHS - 1}::integer * interval '1 month') at time zone 'Europe/Bucharest'
      group by 1
    ),
    billed as (
      select i.month::timestamp as month, sum(i.payable_bani - i.paid_bani - i.credited_bani) as owed
      from invoices i
      where i.protocol_user_id = ${accountId} and i.kind = 'invoice'
        and not exists (select from invoices c where c.corrects_id = i.id and not c.is_partial)
      group by 1
    )
    select to_char(months.month, 'YYYY-MM') as month, coalesce(driven.orders, 0)::integer as orders,
      coalesce(driven.charged, 0)::bigint as "chargedBani", coalesce(driven.not_invoiced, 0)::bigint as "notInvoicedBani",
      coalesce(billed.owed, 0)::bigint as "owedBani"
    from months left join driven on driven.month = months.month left join billed on billed.month = months.month
    order by months.month desc
  `.execute(db)
  return rows.map(({ month, orders, chargedBani, notInvoicedBani, owedBani }) => ({
    month,
    orders,
    charged: ronFromBani(chargedBani),
    not_invoiced: ronFromBani(notInvoicedBani),
    owed: ronFromBani(owedBani),
  }))
}
