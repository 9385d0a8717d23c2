import { fieldsOfGroup, type SettingsGroup, type SettingsValue } from '@dispecerat/domain/identity/company-settings'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export type SettingsValues = Record<string, SettingsValue>

interface GroupOfRow {
  values: SettingsValues
  /** Of the company's row, which holds all groups; 0 without one. */
  version: number
}

/** The group's values of a company; defaults for a company without a row. */
export async function groupOf(db: Db | Tx, companyId: CompanyId, group: SettingsGroup): Promise<GroupOfRow> {
  return groupOfRow(group, await rowOf(db, companyId, false))
}

/** Like `groupOf`, with a row lock; inserts the row of settings when missing. */
export async function lockGroup(tx: Tx, companyId: CompanyId, group: SettingsGroup): Promise<GroupOfRow> {
  await tx
    .insertInto('company_settings')
    .values({ company_id: companyId, version: 0 })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
  return groupOfRow(group, await rowOf(tx, companyId, true))
}

/** `change` names columns of company_settings. */
export async function saveGroup(tx: Tx, companyId: CompanyId, change: SettingsValues): Promise<void> {
  const columns = Object.entries(change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  if (columns.length === 0) return
  await sql`update company_settings set ${sql.join(columns)}, version = version + 1 where company_id = ${companyId}`.execute(
    tx,
  )
}

async function rowOf(db: Db | Tx, companyId: CompanyId, isLocked: boolean): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from company_settings where company_id = ${companyId} ${isLocked ? sql`for update` : sql``}
  `.execute(db)
  return rows[0] ?? {}
}

function groupOfRow(group: SettingsGroup, row: Record<string, unknown>): GroupOfRow {
  const fields = Object.entries(fieldsOfGroup(group))
  const values = fields.map(([name, field]) => [name, (row[name] as SettingsValue | undefined) ?? field.default])
  return { values: Object.fromEntries(values), version: (row.version as number | undefined) ?? 0 }
}
