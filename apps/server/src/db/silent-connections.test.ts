import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCutWire } from '../testing/a-cut-wire.ts'
import { databaseTrouble } from './database-trouble.ts'

const CONNECTIONS = 3
const ANSWER_MS = 500

function aWire() {
  return aCutWire({ max: CONNECTIONS, answerMs: ANSWER_MS })
}

test('a statement on a connection that fell silent fails, and those at rest give way with it', async () => {
  await using wire = await aWire()
  const { db, pool } = wire.database
  const one = () => sql<{ one: number }>`select 1 as one`.execute(db)
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  expect(pool.totalCount).toBe(CONNECTIONS)

  wire.silence()
  const error = await one().catch((failed: unknown) => failed)
  expect(databaseTrouble(error)).toBe('unreachable')
  await expect.poll(() => pool.totalCount).toBe(0)
  expect((await one()).rows).toEqual([{ one: 1 }])
})

test('a transaction on a connection that fell silent ends, and the next one is made', async () => {
  await using wire = await aWire()
  const { db } = wire.database
  const transaction = () => db.transaction().execute((tx) => sql`select 1`.execute(tx))
  await transaction()
  wire.silence()
  expect(databaseTrouble(await transaction().catch((failed: unknown) => failed))).toBe('unreachable')
  expect((await transaction()).rows).toHaveLength(1)
})

test('a statement with a limit of its own is waited for as long as that', async () => {
  await using wire = await aWire()
  const slowly = sql.raw(`select pg_sleep(${(2 * ANSWER_MS) / 1000})`)
  await wire.database.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '30s'`.execute(tx)
    expect((await slowly.execute(tx)).rows).toHaveLength(1)
  })
  await expect(slowly.execute(wire.database.db)).rejects.toThrow('Query read timeout')
})
