import type { FirstStep } from '@dispecerat/domain/identity/company'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** The existing records of a company, one flag per step. */
export interface Beginnings extends Record<FirstStep, boolean> {
  isOnTrial: boolean
  skipped: readonly FirstStep[]
}

/** Undefined for an unknown company. */
export async function beginningsOf(db: Db, companyId: CompanyId): Promise<Beginnings | undefined> {
  const { rows } = await sql<Beginnings>`
    select status = 'trial' as "isOnTrial", lat is not null as place,
      exists (select from polygons where company_id = companies.id and deleted_at is null) as zones,
      exists (
        select from user_companies as works
        join user_roles as role on role.user_id = works.user_id and role.role = 'driver'
        join users on users.id = works.user_id and users.deleted_at is null
        where works.company_id = companies.id
      ) as driver,
      exists (select from calls where company_id = companies.id and started_at is not null) as phone,
      array(select step from first_steps where company_id = companies.id and outcome = 'skipped') as skipped
    from companies where id = ${companyId} and deleted_at is null
  `.execute(db)
  return rows[0]
}

export async function saveSkip(
  tx: Tx,
  { companyId, step, isSkipped }: { companyId: CompanyId; step: FirstStep; isSkipped: boolean },
  now: Date,
): Promise<void> {
  if (!isSkipped) {
    await tx.deleteFrom('first_steps').where('company_id', '=', companyId).where('step', '=', step).execute()
    return
  }
  await tx
    .insertInto('first_steps')
    .values({ company_id: companyId, step, outcome: 'skipped', at: now })
    .onConflict((conflict) => conflict.columns(['company_id', 'step']).doUpdateSet({ outcome: 'skipped', at: now }))
    .execute()
}
