import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCutWire } from '../../testing/database/a-cut-wire.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { REPO_ROOT } from '../lifecycle/repo-root.ts'
import { connectDatabase } from './connect.ts'
import type { Db } from './database.ts'
import { PREPARED, UNREAD } from './hasten-client.ts'

/** A database with one connection and a table of tills. */
async function aTill() {
  const database = await aDatabase({ max: 1 })
  await makeTills(database.db)
  return database
}

async function makeTills(db: Db): Promise<void> {
  await sql`create table till (id int primary key, bani int not null check (bani >= 0))`.execute(db)
  await sql`insert into till values (1, 100), (2, 100)`.execute(db)
}

async function tills(db: Db): Promise<unknown[]> {
  return (await sql`select id, bani from till order by id`.execute(db)).rows
}

const UNTOUCHED = [
  { id: 1, bani: 100 },
  { id: 2, bani: 100 },
]

test('an unread statement is in effect after the commit', async () => {
  await using database = await aTill()
  await database.db.transaction().execute(async (tx) => {
    for (const id of [1, 2]) await sql`${UNREAD} update till set bani = bani + ${id} where id = ${id}`.execute(tx)
  })
  expect(await tills(database.db)).toEqual([
    { id: 1, bani: 101 },
    { id: 2, bani: 102 },
  ])
})

test('a transaction of unread statements is sent up to its commit without waiting for a reply', async () => {
  await using wire = await aCutWire({ max: 1 })
  await makeTills(wire.database.db)
  const reader = connectDatabase(wire.database.address, { max: 1 })

  const release = wire.holdReplies()
  const verb = wire.database.db.transaction().execute(async (tx) => {
    for (const id of [1, 2]) await sql`${UNREAD} update till set bani = ${id} where id = ${id}`.execute(tx)
  })
  await expect
    .poll(() => tills(reader.db))
    .toEqual([
      { id: 1, bani: 1 },
      { id: 2, bani: 2 },
    ])
    .finally(release)
  await verb
  await reader.close()
})

test('an unread statement that fails makes the commit fail, and the transaction is rolled back', async () => {
  await using database = await aTill()
  const verb = database.db.transaction().execute(async (tx) => {
    await sql`update till set bani = 0 where id = ${2}`.execute(tx)
    await sql`${UNREAD} update till set bani = bani - ${500} where id = 1`.execute(tx)
    return 'done'
  })
  await expect(verb).rejects.toMatchObject({ code: '23514' })
  expect(await tills(database.db)).toEqual(UNTOUCHED)
})

test('a statement after a failed one fails with the first error, not with "the transaction is aborted"', async () => {
  await using database = await aTill()
  const verb = database.db.transaction().execute(async (tx) => {
    await sql`${UNREAD} update till set bani = bani - ${500} where id = 1`.execute(tx)
    await sql`select bani from till where id = ${2}`.execute(tx)
  })
  await expect(verb).rejects.toMatchObject({ code: '23514' })
  expect(await tills(database.db)).toEqual(UNTOUCHED)
})

test('a command that throws after a failed unread statement throws its own error', async () => {
  await using database = await aTill()
  const verb = database.db.transaction().execute(async (tx) => {
    await sql`${UNREAD} update till set bani = bani - ${500} where id = 1`.execute(tx)
    throw new Error('not allowed')
  })
  await expect(verb).rejects.toThrow('not allowed')
  expect(await tills(database.db)).toEqual(UNTOUCHED)
})

test('a command that swallows a database error cannot commit', async () => {
  await using database = await aTill()
  const verb = database.db.transaction().execute(async (tx) => {
    await sql`update till set bani = 0 where id = ${2}`.execute(tx)
    await sql`update till set bani = bani - ${500} where id = 1`.execute(tx).catch(() => undefined)
  })
  await expect(verb).rejects.toThrow('failed before its commit')
  expect(await tills(database.db)).toEqual(UNTOUCHED)
})

test('rolling back to a savepoint does not undo the failure of an unread statement', async () => {
  await using database = await aTill()
  const verb = database.db.transaction().execute(async (tx) => {
    await sql`savepoint before_till`.execute(tx)
    await sql`${UNREAD} update till set bani = bani - ${500} where id = 1`.execute(tx)
    await sql`rollback to savepoint before_till`.execute(tx).catch(() => undefined)
    await sql`update till set bani = 0 where id = ${2}`.execute(tx)
  })
  await expect(verb).rejects.toMatchObject({ code: '23514' })
  expect(await tills(database.db)).toEqual(UNTOUCHED)
})

test('a connection is usable after a failed transaction', async () => {
  await using database = await aTill()
  for (const _again of [1, 2, 3, 4]) {
    const verb = database.db.transaction().execute(async (tx) => {
      await sql`${UNREAD} update till set bani = bani - ${500} where id = 1`.execute(tx)
    })
    await expect(verb).rejects.toMatchObject({ code: '23514' })
  }
  await database.db.transaction().execute((tx) => sql`update till set bani = ${7} where id = 1`.execute(tx))
  expect(await tills(database.db)).toEqual([
    { id: 1, bani: 7 },
    { id: 2, bani: 100 },
  ])
})

test('plans are cached inside transactions and where a statement is marked, and nowhere else', async () => {
  await using database = await aTill()
  const { db } = database
  for (const id of [1, 2, 1, 2]) {
    await db.transaction().execute((tx) => sql`select 'in a transaction' from till where id = ${id}`.execute(tx))
    await sql`${PREPARED} select 'asked for' from till where id = ${id}`.execute(db)
    await sql`select 'a list' from till where id = ${id}`.execute(db)
  }
  const { rows } = await sql<{ what: string }>`
    select substring(statement from '''(.*)''') as what from pg_prepared_statements order by 1`.execute(db)
  expect(rows.map(({ what }) => what)).toEqual(['asked for', 'in a transaction'])
})

test('a migration changes a table under cached plans: reads go on, a transaction succeeds when it is retried', async () => {
  await using database = await aTill()
  const { db } = database
  const read = () => sql`${PREPARED} select * from till where id = ${1}`.execute(db)
  const verb = () => db.transaction().execute((tx) => sql`select * from till where id = ${2}`.execute(tx))
  for (const _again of [1, 2, 3, 4]) {
    await read()
    await verb()
  }
  await sql`alter table till add column currency text not null default 'RON'`.execute(db)

  expect((await read()).rows).toEqual([{ id: 1, bani: 100, currency: 'RON' }])
  await sql`alter table till add column note text`.execute(db)
  await verb().catch(() => undefined)
  expect((await verb()).rows).toEqual([{ id: 2, bani: 100, currency: 'RON', note: null }])
})

test('a statement is prepared again after the server discarded all plans', async () => {
  await using database = await aTill()
  const read = () => sql`${PREPARED} select bani from till where id = ${1}`.execute(database.db)
  for (const _again of [1, 2, 3, 4]) await read()
  await sql`discard all`.execute(database.db)
  expect((await read()).rows).toEqual([{ bani: 100 }])
})

test('docs/database.md names the installed versions of pg and Kysely, which the client was checked with', () => {
  const read = (file: string) => fs.readFileSync(path.join(REPO_ROOT, file), 'utf8')
  const { dependencies } = JSON.parse(read('apps/server/package.json'))
  expect(read('docs/database.md')).toContain(`Checked with pg ${dependencies.pg} and Kysely ${dependencies.kysely}.`)
})
