import type { RegistryCompany } from '../../adapters/company-registry/company-registry.ts'
import type { Db } from '../../platform/db/database.ts'

/** The register's reply since `after`; null when there is none. */
export async function knownAnswer(db: Db, cui: string, after: Date): Promise<RegistryCompany[] | null> {
  const row = await db
    .selectFrom('company_registry_answers')
    .select('found')
    .where('cui', '=', cui)
    .where('asked_at', '>', after)
    .executeTakeFirst()
  return (row?.found as RegistryCompany[] | undefined) ?? null
}

export async function keepAnswer(db: Db, cui: string, found: readonly RegistryCompany[], now: Date): Promise<void> {
  const answer = { found: JSON.stringify(found), asked_at: now }
  await db
    .insertInto('company_registry_answers')
    .values({ cui, ...answer })
    .onConflict((conflict) => conflict.column('cui').doUpdateSet(answer))
    .execute()
}
