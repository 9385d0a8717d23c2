import type { FinanceSettings, FinanceSummary } from '@dispecerat/contract/billing/finance'
import { startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { lastCheck } from './finance-checks.store.ts'
import { versionedTerms } from './finance-settings.store.ts'

interface Row {
  drivers: number
  owedToBani: number
  owedByBani: number
  negative: number
  low: number
  cannotWork: number
  dueCount: number
  dueBani: number
  doubtedCount: number
  commissionBani: number
  paidInBani: number
  paidOutBani: number
  paymentsBani: number
}

export async function summaryView(db: Db, companyId: CompanyId, now: Date): Promise<FinanceSummary> {
  const month = startOfBucharestDay(new Date(`${wallTime(now).date.slice(0, 7)}-01T12:00:00Z`))
  const { rows } = await sql<Row>`
    with drivers as (
      select s.balance_bani as bani, f.low_balance_warning_bani as low, c.min_balance_to_work_bani as least
      from driver_status s join users u on u.id = s.driver_id and u.deleted_at is null
      left join finance_settings f on f.company_id = s.company_id
      left join company_settings c on c.company_id = s.company_id
      where s.company_id = ${companyId}
    ), moved as (
      select e.type, e.amount_bani as bani from ledger_entries e
      where e.account = 'driver' and e.company_id = ${companyId} and e.created_at >= ${month}
        and not exists (select from ledger_transactions r where r.reverses_id = e.transaction_id)
    ), due as (
      select driver_payment_bani as bani from orders
      where processed_by_company_id = ${companyId} and driver_payment_bani > 0 and deleted_at is null and not is_paid
    )
    select (select count(*)::integer from drivers) as drivers,
      (select coalesce(sum(bani) filter (where bani > 0), 0)::bigint from drivers) as "owedToBani",
      (select coalesce(-sum(bani) filter (where bani < 0), 0)::bigint from drivers) as "owedByBani",
      (select count(*) filter (where bani < 0)::integer from drivers) as negative,
      (select count(*) filter (where bani < low)::integer from drivers) as low,
      (select count(*) filter (where bani < least)::integer from drivers) as "cannotWork",
      (select count(*)::integer from due) as "dueCount",
      (select coalesce(sum(bani), 0)::bigint from due) as "dueBani",
      (select count(*)::integer from orders
        where created_by_company_id = ${companyId} and fare_doubt is not null and deleted_at is null) as "doubtedCount",
      (select coalesce(sum(amount_bani), 0)::bigint from ledger_entries
        where account = 'commission' and company_id = ${companyId} and created_at >= ${month}) as "commissionBani",
      (select coalesce(sum(bani) filter (where type = 'top_up'), 0)::bigint from moved) as "paidInBani",
      (select coalesce(-sum(bani) filter (where type = 'withdraw'), 0)::bigint from moved) as "paidOutBani",
      (select coalesce(sum(bani) filter (where type in ('protocol_payment', 'card_payment')), 0)::bigint from moved)
        as "paymentsBani"
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a row')
  return {
    company_id: companyId,
    drivers: row.drivers,
    owed_to_drivers: ronFromBani(row.owedToBani),
    owed_by_drivers: ronFromBani(row.owedByBani),
    negative_count: row.negative,
    low_count: row.low,
    cannot_work_count: row.cannotWork,
    due_count: row.dueCount,
    due_amount: ronFromBani(row.dueBani),
    doubted_count: row.doubtedCount,
    month: {
      commission: ronFromBani(row.commissionBani),
      paid_in: ronFromBani(row.paidInBani),
      paid_out: ronFromBani(row.paidOutBani),
      driver_payments: ronFromBani(row.paymentsBani),
    },
    last_check: await lastCheck(db, companyId),
  }
}

export async function settingsView(db: Db, companyId: CompanyId): Promise<FinanceSettings> {
  const { terms, version } = await versionedTerms(db, companyId)
  const ron = (bani: number | null) => (bani === null ? null : ronFromBani(bani))
  return {
    company_id: companyId,
    commission_type: terms.type,
    commission_value: terms.hundredths / 100,
    min_balance_to_work: ron(terms.minBalanceToWorkBani),
    allow_negative_limit: ronFromBani(terms.negativeLimitBani),
    low_balance_warning: ron(terms.lowBalanceWarningBani),
    protocol_payout: terms.payout,
    card_fee_percent: terms.cardFeeHundredths / 100,
    version,
  }
}
