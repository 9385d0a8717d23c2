import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '../../testing/database/test-database.ts'
import { healthRoutes } from './health.routes.ts'

/** Polled by the tests: on a machine that stalls for a second any database looks unreachable. */
async function readiness(http: FastifyInstance) {
  const answer = await http.inject('/ready')
  return [answer.statusCode, answer.json<object>()]
}

test('a migrated database that answers is ready', async () => {
  await using database = await aDatabase()
  await using http = Fastify()
  healthRoutes(http, database)
  await expect.poll(() => readiness(http)).toEqual([200, { status: 'ready', database: 'ok', migrations: 'ok' }])
})

test('a database that lacks a migration is not ready, and the reply names the migration', async () => {
  await using database = await aDatabase()
  await using http = Fastify()
  healthRoutes(http, database)
  await sql`delete from kysely_migration where name = '0001_platform'`.execute(database.db)
  await expect
    .poll(() => readiness(http))
    .toEqual([503, { status: 'not_ready', database: 'ok', migrations: 'pending: 0001_platform' }])
})

test('a database that does not answer within a second is not ready; the process is still alive', async () => {
  await using database = await aDatabase({ max: 1 })
  await using http = Fastify()
  healthRoutes(http, database)
  const busy = await database.pool.connect()
  expect(await readiness(http)).toEqual([503, { status: 'not_ready', database: 'unreachable' }])
  expect((await http.inject('/health')).json()).toEqual({ status: 'alive' })
  busy.release()
  await expect.poll(async () => (await http.inject('/ready')).statusCode).toBe(200)
})
