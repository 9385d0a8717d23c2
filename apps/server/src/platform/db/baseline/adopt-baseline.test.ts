import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ADDED_LATER } from '../../../testing/database/added-later.ts'
import { countWaiting } from '../../../testing/database/queue-for-lock.ts'
import { returnToReplacedChain } from '../../../testing/database/return-to-replaced-chain.ts'
import { aDatabase } from '../../../testing/database/test-database.ts'
import { mayStayIdle } from '../../../testing/stay-idle.ts'
import { connectDatabase } from '../connect.ts'
import type { Db } from '../database.ts'
import { migrate, pendingMigrations } from '../migrate.ts'

/** Migrations that run after the adoption, as on any other database. */
const LATER = Object.keys(ADDED_LATER)

test('a database that ran the replaced migrations is adopted with its rows', async () => {
  await using database = await aDatabase()
  const chain = await returnToReplacedChain(database.db)
  await sql`insert into seed_runs (name, finished_at) values ('before', now())`.execute(database.db)

  expect(await migrate(database.db)).toEqual(LATER)

  expect(await ranIn(database.db)).toEqual([...chain.baseline, ...LATER])
  expect(await pendingMigrations(database.db)).toEqual([])
  expect((await sql`select name from seed_runs`.execute(database.db)).rows).toEqual([{ name: 'before' }])
  expect(await viewsIn(database.db)).toEqual(['sip_lines', 'sip_subscribers'])
})

test('a database that was restored from a dump is adopted', async () => {
  await using database = await aDatabase()
  const chain = await returnToReplacedChain(database.db)
  await recreateFromDefinitions(database.db)
  await migrate(database.db)
  expect(await ranIn(database.db)).toEqual([...chain.baseline, ...LATER])
})

test('an installation may have extensions that the migrations do not create', async () => {
  await using database = await aDatabase()
  const chain = await returnToReplacedChain(database.db)
  await sql`create extension btree_gist`.execute(database.db)
  await migrate(database.db)
  expect(await ranIn(database.db)).toEqual([...chain.baseline, ...LATER])
})

test('an adoption waits for the last of the replaced migrations, which a node of the previous version is running', async () => {
  await using database = await aDatabase()
  const chain = await returnToReplacedChain(database.db)
  const last = chain.migrations.at(-1)
  await sql`delete from kysely_migration where name = ${last}`.execute(database.db)
  const node = connectDatabase(database.address, { max: 1 })
  const { adopting } = await database.db.transaction().execute(async (previous) => {
    await mayStayIdle.execute(previous)
    await sql`insert into kysely_migration values (${last}, now())`.execute(previous)
    const adopting = migrate(node.db).finally(node.close)
    await expect.poll(() => countWaiting(previous)).toBe(1)
    return { adopting }
  })
  await adopting
  expect(await ranIn(database.db)).toEqual([...chain.baseline, ...LATER])
})

test('eight nodes that start at once adopt a database once', async () => {
  await using database = await aDatabase()
  const chain = await returnToReplacedChain(database.db)
  const nodes = Array.from({ length: 8 }, () => connectDatabase(database.address, { max: 2 }))
  await Promise.all(nodes.map((node) => migrate(node.db).finally(node.close)))
  expect(await ranIn(database.db)).toEqual([...chain.baseline, ...LATER])
})

test('a database that ran only some of the replaced migrations is refused and stays unchanged', async () => {
  await using database = await aDatabase()
  const { migrations, droppedViews } = await returnToReplacedChain(database.db)
  const last = migrations.at(-1)
  await sql`delete from kysely_migration where name = ${last}`.execute(database.db)
  await expect(migrate(database.db)).rejects.toThrow(`the database did not run ${last}`)
  expect(await ranIn(database.db)).toEqual(migrations.slice(0, -1))
  expect(await viewsIn(database.db)).toEqual(expect.arrayContaining([...droppedViews]))
})

test('a database that ran an unknown migration is refused and stays unchanged', async () => {
  await using database = await aDatabase()
  const { migrations } = await returnToReplacedChain(database.db)
  await sql`insert into kysely_migration values ('0999_of_a_fork', now())`.execute(database.db)
  await expect(migrate(database.db)).rejects.toThrow('the database ran 0999_of_a_fork, which is not one of')
  expect(await ranIn(database.db)).toEqual([...migrations, '0999_of_a_fork'])
})

test('a database whose schema differs from that of the replaced migrations is refused and stays unchanged; the error names the object', async () => {
  await using database = await aDatabase()
  const { migrations, droppedViews } = await returnToReplacedChain(database.db)
  await sql`alter table cars add column nickname text`.execute(database.db)
  await expect(migrate(database.db)).rejects.toThrow('"create table cars (" differs')
  expect(await ranIn(database.db)).toEqual(migrations)
  expect(await viewsIn(database.db)).toEqual(expect.arrayContaining([...droppedViews]))
})

async function ranIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function viewsIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select viewname as name from pg_views where schemaname = 'public' order by viewname
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Creates triggers and checks again from the definitions that PostgreSQL writes, as restoring a dump does. */
async function recreateFromDefinitions(db: Db): Promise<void> {
  await sql`
    do $$
    declare one record;
    begin
      for one in
        select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop, pg_get_triggerdef(oid) as create
        from pg_trigger where not tgisinternal and tgparentid = 0
        union all
        select format('alter table %s drop constraint %I', conrelid::regclass, conname),
          format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where contype = 'c' and conrelid <> 0 and connamespace = 'public'::regnamespace
      loop
        execute one.drop;
        execute one.create;
      end loop;
    end $$
  `.execute(db)
}
