import type { CommissionTerms, CommissionType } from '@dispecerat/domain/billing/commission'
import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface FinanceTerms extends CommissionTerms {
  type: CommissionType
  minBalanceToWorkBani: number | null
  negativeLimitBani: number
  lowBalanceWarningBani: number | null
  payout: 'auto' | 'manual'
}

export interface VersionedTerms {
  terms: FinanceTerms
  version: number
}

/** The terms for a company's drivers; by default it takes no commission and allows no balance below zero. */
export async function termsOf(db: Db | Tx, companyId: CompanyId): Promise<FinanceTerms> {
  return (await versionedTerms(db, companyId)).terms
}

/** The version of terms that were never saved is 0. */
export async function versionedTerms(db: Db | Tx, companyId: CompanyId): Promise<VersionedTerms> {
  const { rows } = await sql<FinanceTerms & { version: number }>`
    select coalesce(f.commission_type, 'none') as type, coalesce(f.commission_hundredths, 0) as hundredths,
      coalesce(f.card_fee_hundredths, 0) as "cardFeeHundredths", s.min_balance_to_work_bani as "minBalanceToWorkBani",
      coalesce(f.allow_negative_limit_bani, 0) as "negativeLimitBani",
      f.low_balance_warning_bani as "lowBalanceWarningBani", coalesce(f.protocol_payout, 'manual') as payout,
      coalesce(f.version, 0) as version
    from companies c
    left join finance_settings f on f.company_id = c.id
    left join company_settings s on s.company_id = c.id
    where c.id = ${companyId}
  `.execute(db)
  if (!rows[0]) throw new Error(`there is no company ${companyId}`)
  const { version, ...terms } = rows[0]
  return { terms, version }
}

/** Locks the company, so that two administrators who change the terms at once take turns. */
export async function lockTerms(tx: Tx, companyId: CompanyId): Promise<VersionedTerms> {
  await sql`select from companies where id = ${companyId} for no key update`.execute(tx)
  return versionedTerms(tx, companyId)
}

export async function saveTerms(
  tx: Tx,
  companyId: CompanyId,
  terms: FinanceTerms,
  by: { userId: UserId | null; now: Date },
): Promise<void> {
  const columns = {
    commission_type: terms.type,
    commission_hundredths: terms.hundredths,
    card_fee_hundredths: terms.cardFeeHundredths,
    allow_negative_limit_bani: terms.negativeLimitBani,
    low_balance_warning_bani: terms.lowBalanceWarningBani,
    protocol_payout: terms.payout,
    updated_by: by.userId,
    updated_at: by.now,
  }
  await tx
    .insertInto('finance_settings')
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('company_id')
        .doUpdateSet((eb) => ({ ...columns, version: eb('finance_settings.version', '+', 1) })),
    )
    .execute()
  const min = { min_balance_to_work_bani: terms.minBalanceToWorkBani }
  await tx
    .insertInto('company_settings')
    .values({ company_id: companyId, ...min })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(min))
    .execute()
}

/** The drivers whose right to work changes with a new minimum balance. */
export async function driversBetween(
  tx: Tx,
  companyId: CompanyId,
  before: number | null,
  after: number | null,
): Promise<DriverId[]> {
  const { rows } = await sql<{ id: DriverId }>`
    select driver_id as id from driver_status where company_id = ${companyId}
      and coalesce(balance_bani < ${before}::bigint, false) <> coalesce(balance_bani < ${after}::bigint, false)
  `.execute(tx)
  return rows.map(({ id }) => id)
}
