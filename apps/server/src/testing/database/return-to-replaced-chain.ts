import path from 'node:path'
import { sql } from 'kysely'
import { type ReplacedChain, readReplacedChain } from '../../platform/db/baseline/adopt-baseline.ts'
import type { Db } from '../../platform/db/database.ts'
import { takeBackAddedLater } from './added-later.ts'

export const MIGRATIONS_DIR = path.resolve(import.meta.dirname, '../../../migrations')

/** The last replaced migration counts changes by processes that know no version: by these columns, or by any. */
const COUNTED_BY = {
  updated_at: [
    'announcements',
    'billing_profiles',
    'cars',
    'devices',
    'discounts',
    'finance_settings',
    'protocol_companies',
  ],
  '*': ['company_settings', 'message_templates'],
}

/**
 * Turns a migrated database into one that the replaced migrations made: without what later migrations add, with their list, and the views
 * and triggers that only they make. The hashes in the chain were taken from a database that those migrations made, so a successful
 * adoption proves that the rest of the schema is equal.
 */
export async function returnToReplacedChain(db: Db): Promise<ReplacedChain> {
  const chain = await readReplacedChain(MIGRATIONS_DIR)
  if (!chain) throw new Error('the list of the replaced migrations is missing')
  await takeBackAddedLater(db)
  await sql`
    create view withheld_words as select company_id, role, permission as word from revoked_permissions;
    create view driver_misses as select * from missed_offers;
    delete from kysely_migration;
  `.execute(db)
  await countUnversionedChanges(db)
  const names = JSON.stringify(chain.migrations)
  await sql`
    insert into kysely_migration (name, timestamp)
    select name, now()::text from jsonb_array_elements_text(${names}::jsonb) as name
  `.execute(db)
  return chain
}

async function countUnversionedChanges(db: Db): Promise<void> {
  await sql`
    create function count_unversioned_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$`.execute(db)
  for (const [column, tables] of Object.entries(COUNTED_BY))
    for (const table of tables)
      await sql`
        create trigger ${sql.id(`${table}_unversioned_change`)} before update on ${sql.table(table)} for each row
        when (new.version = old.version and new.${sql.raw(column)} is distinct from old.${sql.raw(column)})
        execute function count_unversioned_change()
      `.execute(db)
}
