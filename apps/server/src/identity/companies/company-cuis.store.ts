import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** The CUI that the platform approved as this company's own; null: none. */
export async function verifiedCui(db: Db | Tx, companyId: CompanyId): Promise<string | null> {
  const row = await db.selectFrom('company_cuis').select('cui').where('company_id', '=', companyId).executeTakeFirst()
  return row?.cui ?? null
}

/** FOR SHARE: withdrawing an approval waits for invoices being issued under it, and the other way round. */
export async function isVerifiedCui(tx: Tx, companyId: CompanyId, cui: string): Promise<boolean> {
  const { rows } = await sql`
    select from company_cuis where company_id = ${companyId} and cui = ${cui} for share
  `.execute(tx)
  return rows.length > 0
}

/** Stores the CUI that the company claims, while none is approved. */
export async function claimCui(tx: Tx, companyId: CompanyId, cui: string): Promise<void> {
  await sql`
    update companies set cui = ${cui}, version = version + 1
    where id = ${companyId} and cui is distinct from ${cui}
      and not exists (select from company_cuis where company_id = companies.id)
  `.execute(tx)
}

/** Replaces the company's earlier approval; false when the CUI is approved for another company. */
export async function saveVerifiedCui(
  tx: Tx,
  { companyId, cui }: { companyId: CompanyId; cui: string },
  by: { userId: UserId | null; now: Date },
): Promise<boolean> {
  await deleteVerifiedCui(tx, companyId)
  const saved = await tx
    .insertInto('company_cuis')
    .values({ company_id: companyId, cui, verified_at: by.now, verified_by: by.userId })
    .onConflict((conflict) => conflict.column('cui').doNothing())
    .returning('company_id')
    .executeTakeFirst()
  if (saved) await saveClaimedCui(tx, companyId, cui)
  return saved !== undefined
}

/** False when there was none. */
export async function deleteVerifiedCui(tx: Tx, companyId: CompanyId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('company_cuis')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

async function saveClaimedCui(tx: Tx, companyId: CompanyId, cui: string): Promise<void> {
  await sql`update companies set cui = ${cui}, version = version + 1 where id = ${companyId}`.execute(tx)
}
