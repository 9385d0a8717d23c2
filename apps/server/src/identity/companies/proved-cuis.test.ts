import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../../platform/lifecycle/repo-root.ts'
import { aServer } from '../../testing/a-server.ts'
import { aCompany } from '../../testing/builders.ts'

const MIGRATION = path.join(REPO_ROOT, 'apps/server/migrations/0070_proved_cuis.sql')

test('migration 0070 approves the CUIs under which companies issue invoices, but none that another company has or invoices under', async () => {
  await using server = await aServer()
  const { db, clock } = server
  const company = async (cui: string | null, billed: string | null) => {
    const { companyId } = await aCompany(server)
    await db.updateTable('companies').set({ cui }).where('id', '=', companyId).execute()
    const address = { legal_name: 'Firma', street: 'Lungă 1', city: 'Brașov', county: 'BV' }
    const terms = { vat_state: 'not_registered' as const, series: 'A', credit_series: 'B', updated_at: clock.now() }
    if (billed !== null)
      await db
        .insertInto('billing_profiles')
        .values({ company_id: companyId, cui: billed, ...address, ...terms })
        .execute()
    return companyId
  }
  const signedUp = await company('14399840', '14399840')
  const onlyBilled = await company(null, '18547290')
  await company(null, '14399840')
  await company(null, '361757')
  await company(null, '361757')
  await company(null, null)
  await sql`
    drop table company_cuis;
    drop index companies_cui;
    alter table companies add constraint companies_cui_key unique (cui)
  `.execute(db)

  await sql.raw(fs.readFileSync(MIGRATION, 'utf8')).execute(db)

  const approved = await db
    .selectFrom('company_cuis')
    .select(['company_id', 'cui', 'verified_by'])
    .orderBy('company_id')
    .execute()
  expect(approved).toEqual([
    { company_id: signedUp, cui: '14399840', verified_by: null },
    { company_id: onlyBilled, cui: '18547290', verified_by: null },
  ])
})
