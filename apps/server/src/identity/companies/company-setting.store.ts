import { SETTINGS, type SettingsField, type SettingsGroup } from '@dispecerat/domain/identity/company-settings'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

type ValueOf<F> = F extends { kind: 'switch' } ? boolean : F extends { kind: 'whole' } ? number : string

/** One setting of the company; its default for a company without a row of settings. */
export async function companySetting<G extends SettingsGroup, N extends keyof (typeof SETTINGS)[G] & string>(
  db: Db | Tx,
  companyId: CompanyId,
  group: G,
  name: N,
): Promise<ValueOf<(typeof SETTINGS)[G][N]>> {
  type Value = ValueOf<(typeof SETTINGS)[G][N]>
  const { rows } = await sql<{ value: Value }>`
    select ${sql.ref(name)} as value from company_settings where company_id = ${companyId}
  `.execute(db)
  const field = SETTINGS[group][name] as SettingsField
  return rows[0]?.value ?? (field.default as Value)
}
