import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '../../testing/database/test-database.ts'
import { connectDatabase } from './connect.ts'

test('bigint arrives as a number, timestamptz as a Date, date as a text', async () => {
  await using database = await aDatabase()
  const { rows } = await sql`
    select 9007199254740991::int8 as id, array[1::int8, null] as ids, date '2026-03-29' as day,
      array[date '2026-03-29'] as days, timestamptz '2026-03-29 03:30+03' as at
  `.execute(database.db)
  expect(rows).toEqual([
    {
      id: 9007199254740991,
      ids: [1, null],
      day: '2026-03-29',
      days: ['2026-03-29'],
      at: new Date('2026-03-29T00:30:00Z'),
    },
  ])
})

test('the tests run in a time zone that is not Romania, the database in UTC', async () => {
  await using database = await aDatabase()
  const { rows } = await sql`select current_setting('timezone') as zone`.execute(database.db)
  expect(rows).toEqual([{ zone: 'UTC' }])
  expect(new Date('2026-07-01T12:00:00Z').getHours()).toBe(8)
})

test('a connection that the server ends does not end the process; the next query gets a new one', async () => {
  const lost: string[] = []
  await using database = await aDatabase({ onLost: (error) => lost.push(error.message) })
  const unknown = connectDatabase(database.address, { max: 1 })
  await sql`select 1`.execute(database.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(unknown.db)
  await unknown.close()

  await expect.poll(() => lost.length).toBeGreaterThan(0)
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})

test('waiting for a lock that is never released fails with a timeout', async () => {
  await using database = await aDatabase()
  await sql`create table star (id int)`.execute(database.db)
  await database.db.transaction().execute(async (tx) => {
    await sql`lock table star`.execute(tx)
    const waiter = database.db.connection().execute(async (other) => {
      await sql`set lock_timeout = '50ms'`.execute(other)
      await sql`select * from star`.execute(other)
    })
    await expect(waiter).rejects.toThrow('lock timeout')
  })
})
