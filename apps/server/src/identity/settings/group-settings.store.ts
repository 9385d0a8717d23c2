import { fieldsOfGroup, type SettingsGroup, type SettingsValue } from '@dispecerat/domain/identity/company-settings'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export type SettingsValues = Record<string, SettingsValue>

/** The group's values of a company; defaults for a company without a row. */
export async function groupValues(db: Db | Tx, companyId: CompanyId, group: SettingsGroup): Promise<SettingsValues> {
  return valuesOf(group, await rowOf(db, companyId, false))
}

/** Like `groupValues`, with a row lock; inserts the row of settings when missing. */
export async function lockGroup(tx: Tx, companyId: CompanyId, group: SettingsGroup): Promise<SettingsValues> {
  await tx
    .insertInto('company_settings')
    .values({ company_id: companyId })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
  return valuesOf(group, await rowOf(tx, companyId, true))
}

/** `change` names columns of company_settings. */
export async function saveGroup(tx: Tx, companyId: CompanyId, change: SettingsValues): Promise<void> {
  const columns = Object.entries(change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  if (columns.length === 0) return
  await sql`update company_settings set ${sql.join(columns)} where company_id = ${companyId}`.execute(tx)
}

async function rowOf(db: Db | Tx, companyId: CompanyId, isLocked: boolean): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from company_settings where company_id = ${companyId} ${isLocked ? sql`for update` : sql``}
  `.execute(db)
  return rows[0] ?? {}
}

function valuesOf(group: SettingsGroup, row: Record<string, unknown>): SettingsValues {
  const fields = Object.entries(fieldsOfGroup(group))
  return Object.fromEntries(
    fields.map(([name, field]) => [name, (row[name] as SettingsValue | undefined) ?? field.default]),
  )
}
