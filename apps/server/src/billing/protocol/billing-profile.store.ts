import type { BillingProfile } from '@dispecerat/contract/billing/protocol'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** The issuer of a company's invoices; null until it was entered. */
export async function profileOf(db: Db | Tx, companyId: number): Promise<BillingProfile | null> {
  const { rows } = await sql<BillingProfile>`
    select legal_name, cui, vat_state, vat_hundredths / 100.0::double precision as vat_percent, exemption_reason, reg_com, street,
      city, county, email, iban, bank, series, credit_series
    from billing_profiles where company_id = ${companyId}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks the company, so that concurrent changes take turns even before the row exists. */
export async function lockProfile(tx: Tx, companyId: number): Promise<BillingProfile | null> {
  await sql`select from companies where id = ${companyId} for no key update`.execute(tx)
  return profileOf(tx, companyId)
}

export async function saveProfile(
  tx: Tx,
  companyId: number,
  { vat_percent, ...profile }: BillingProfile,
  by: { userId: number | null; now: Date },
): Promise<void> {
  const row = {
    ...profile,
    vat_hundredths: Math.round(vat_percent * 100),
    updated_by: by.userId,
    updated_at: by.now,
  }
  await tx
    .insertInto('billing_profiles')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
}
