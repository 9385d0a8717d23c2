import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { countWaiting } from '../../testing/database/queue-for-lock.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { mayStayIdle } from '../../testing/stay-idle.ts'
import { connectDatabase } from './connect.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const folders: string[] = []
afterAll(() => {
  for (const dir of folders) fs.rmSync(dir, { recursive: true })
})

function migrationsFolder(files: Record<string, string>): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-migrations-'))
  folders.push(dir)
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(dir, name), text)
  return dir
}

test('a new database has every migration', async () => {
  await using database = await aDatabase()
  expect(await pendingMigrations(database.db)).toEqual([])
})

test('eight nodes that start at once migrate an old database once', async () => {
  await using database = await aDatabase()
  const dir = migrationsFolder({
    '0001_stars.sql': 'create table star (id int); insert into star values (1); select pg_sleep(0.2);',
    '0002_more_stars.sql': 'insert into star values (2);',
  })
  await sql`drop table kysely_migration, kysely_migration_lock`.execute(database.db)
  expect(await pendingMigrations(database.db, dir)).toEqual(['0001_stars', '0002_more_stars'])

  const nodes = Array.from({ length: 8 }, () => connectDatabase(database.address, { max: 2 }))
  const ran = await Promise.all(nodes.map((node) => migrate(node.db, dir).finally(node.close)))

  expect(ran.flat().sort()).toEqual(['0001_stars', '0002_more_stars'])
  expect((await sql`select id from star order by id`.execute(database.db)).rows).toEqual([{ id: 1 }, { id: 2 }])
  expect(await pendingMigrations(database.db, dir)).toEqual([])
})

test('a migration that fails leaves the database unchanged and is named', async () => {
  await using database = await aDatabase()
  const dir = migrationsFolder({
    '0001_good.sql': 'create table planet (id int);',
    '0002_bad.sql': 'create table moon (id int); insert into nowhere values (1);',
  })
  await sql`drop table kysely_migration, kysely_migration_lock`.execute(database.db)

  await expect(migrate(database.db, dir)).rejects.toThrow(
    'migration 0002_bad failed: relation "nowhere" does not exist',
  )
  expect((await sql`select to_regclass('planet') as planet`.execute(database.db)).rows).toEqual([{ planet: null }])
})

test('a migration blocked by a long transaction lets others read meanwhile, and runs when it can', async () => {
  await using database = await aDatabase()
  await sql`create table star (id int)`.execute(database.db)
  await sql`drop table kysely_migration, kysely_migration_lock`.execute(database.db)
  const dir = migrationsFolder({ '0001_names.sql': 'alter table star add column name text;' })
  const node = connectDatabase(database.address, { max: 1 })
  const read = () => sql`select id from star`.execute(database.db)
  const ran = await database.db.transaction().execute(async (backup) => {
    await mayStayIdle.execute(backup)
    await sql`select id from star`.execute(backup)
    const migrating = migrate(node.db, dir).finally(node.close)
    await expect.poll(() => countWaiting(backup)).toBe(1)
    expect((await read()).rows).toEqual([])
    return { migrating }
  })
  expect(await ran.migrating).toEqual(['0001_names'])
})

test('a version waits for nothing once a newer one has migrated the database, even to a shorter list', async () => {
  await using database = await aDatabase()
  const dir = migrationsFolder({ '0001_stars.sql': '', '0002_more_stars.sql': '' })
  expect(await pendingMigrations(database.db, dir)).toEqual([])

  await sql`delete from kysely_migration`.execute(database.db)
  expect(await pendingMigrations(database.db, dir)).toEqual(['0001_stars', '0002_more_stars'])
  await sql`insert into kysely_migration values ('0001_sky', now())`.execute(database.db)
  expect(await pendingMigrations(database.db, dir)).toEqual([])
})

test('a version does not start on a database that a newer one has migrated; the error names the unknown migration', async () => {
  await using database = await aDatabase()
  await sql`insert into kysely_migration values ('9999_sky', now())`.execute(database.db)
  await expect(migrate(database.db)).rejects.toThrow(/^no migration can run: .*9999_sky/)
})

test('a file whose name is not that of a migration is refused', async () => {
  await using database = await aDatabase()
  await expect(migrate(database.db, migrationsFolder({ 'stars.sql': '' }))).rejects.toThrow('stars.sql is not named')
})
