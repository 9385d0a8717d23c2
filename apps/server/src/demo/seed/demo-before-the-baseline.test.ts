import { expect, test } from 'vitest'
import { migrate } from '../../platform/db/migrate.ts'
import { aDemo, MAY_FILL_DEMO } from '../../testing/a-demo.ts'
import { aServer } from '../../testing/a-server.ts'
import { ADDED_LATER } from '../../testing/database/added-later.ts'
import { returnToReplacedChain } from '../../testing/database/return-to-replaced-chain.ts'
import { fingerprint, seededTables } from './testing/seeded-rows.store.ts'

test('a demo that the replaced migrations made starts and keeps every row', MAY_FILL_DEMO, async () => {
  await using database = await aDemo()
  await returnToReplacedChain(database.db)
  const tables = await seededTables(database.db)
  const before = await fingerprint(database.db, tables)

  expect(await migrate(database.db)).toEqual(Object.keys(ADDED_LATER))

  expect(await fingerprint(database.db, tables)).toEqual(before)
  await using server = await aServer({ database })
  expect((await server.inject('/ready')).statusCode).toBe(200)
})
