import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCutWire } from '../../testing/database/a-cut-wire.ts'
import { databaseTrouble } from './database-trouble.ts'
import { limitStatements } from './limit-statements.ts'
import { migrate } from './migrate.ts'

const CONNECTIONS = 3
const ANSWER_MS = 500

function aWire() {
  return aCutWire({ max: CONNECTIONS, answerMs: ANSWER_MS })
}

test('a statement on a connection that fell silent fails, and the idle connections are closed with it', async () => {
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

test('a transaction on a connection that fell silent fails, and the next one gets a new connection', async () => {
  await using wire = await aWire()
  const { db } = wire.database
  const transaction = () => db.transaction().execute((tx) => sql`select 1`.execute(tx))
  await transaction()
  wire.silence()
  expect(databaseTrouble(await transaction().catch((failed: unknown) => failed))).toBe('unreachable')
  expect((await transaction()).rows).toHaveLength(1)
})

test('a start on a connection that fell silent fails and does not wait as long as a migration', async () => {
  await using wire = await aWire()
  const { db } = wire.database
  await sql`select 1`.execute(db)
  wire.silence()
  expect(databaseTrouble(await migrate(db).catch((failed: unknown) => failed))).toBe('unreachable')
  expect(await migrate(db)).toEqual([])
})

test('closing the pool does not wait for a statement without a limit that gets no reply', async () => {
  await using wire = await aWire()
  const { db, close } = wire.database
  let isSilent = false
  const endless = db.transaction().execute(async (tx) => {
    await limitStatements(tx, 0)
    wire.silence()
    isSilent = true
    await sql`select 1`.execute(tx)
  })
  const failed = endless.catch((error: unknown) => error)
  await expect.poll(() => isSilent).toBe(true)
  await close()
  expect(databaseTrouble(await failed)).toBe('unreachable')
})

test('a statement with its own limit on a connection that fell silent fails after that limit', async () => {
  await using wire = await aWire()
  const limited = wire.database.db.transaction().execute(async (tx) => {
    await limitStatements(tx, 1)
    wire.silence()
    await sql`select 1`.execute(tx)
  })
  expect(databaseTrouble(await limited.catch((failed: unknown) => failed))).toBe('unreachable')
})

test('a statement may take as long as its own limit', async () => {
  await using wire = await aWire()
  const slowly = sql.raw(`select pg_sleep(${(2 * ANSWER_MS) / 1000})`)
  await wire.database.db.transaction().execute(async (tx) => {
    await limitStatements(tx, 30)
    expect((await slowly.execute(tx)).rows).toHaveLength(1)
  })
  await expect(slowly.execute(wire.database.db)).rejects.toThrow('Query read timeout')
})
