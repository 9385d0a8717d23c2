import type { BillingProfile } from '@dispecerat/contract/billing/protocol'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface VersionedProfile {
  profile: BillingProfile | null
  version: number
}

/** The issuer of a company's invoices; null until it was entered. */
export async function profileOf(db: Db | Tx, companyId: CompanyId): Promise<BillingProfile | null> {
  return (await versionedProfile(db, companyId)).profile
}

/** The version of a profile that was never entered is 0. */
export async function versionedProfile(db: Db | Tx, companyId: CompanyId): Promise<VersionedProfile> {
  const { rows } = await sql<BillingProfile & { version: number }>`
    select legal_name, cui, vat_state, vat_hundredths / 100.0::double precision as vat_percent, exemption_reason, reg_com, street,
      city, county, email, iban, bank, series, credit_series, version
    from billing_profiles where company_id = ${companyId}
  `.execute(db)
  if (!rows[0]) return { profile: null, version: 0 }
  const { version, ...profile } = rows[0]
  return { profile, version }
}

/** Locks the company, so that concurrent changes take turns even before the row exists. */
export async function lockProfile(tx: Tx, companyId: CompanyId): Promise<VersionedProfile> {
  await sql`select from companies where id = ${companyId} for no key update`.execute(tx)
  return versionedProfile(tx, companyId)
}

export async function saveProfile(
  tx: Tx,
  companyId: CompanyId,
  { vat_percent, ...profile }: BillingProfile,
  by: { userId: UserId | null; now: Date },
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
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet((eb) => ({ ...row, version: eb('billing_profiles.version', '+', 1) })),
    )
    .execute()
}
