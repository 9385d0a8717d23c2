import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../platform/db/migrate.ts'
import { aDemo, MAY_FILL_DEMO } from '../../testing/a-demo.ts'
import { aServer } from '../../testing/a-server.ts'
import { ADDED_LATER, takeBackAddedLater } from '../../testing/database/added-later.ts'
import { returnToReplacedChain } from '../../testing/database/return-to-replaced-chain.ts'
import { fingerprint } from './testing/seeded-rows.store.ts'

test('a demo that the replaced migrations made starts and keeps every row', MAY_FILL_DEMO, async () => {
  await using database = await aDemo()
  const before = await fingerprint(database.db)
  await returnToReplacedChain(database.db)

  expect(await migrate(database.db)).toEqual(Object.keys(ADDED_LATER))

  await takeBackAddedLater(database.db)
  expect(await fingerprint(database.db)).toEqual(before)
  await sql`delete from kysely_migration where name = any(${Object.keys(ADDED_LATER)})`.execute(database.db)
  await migrate(database.db)
  await using server = await aServer({ database })
  expect((await server.inject('/ready')).statusCode).toBe(200)
})
