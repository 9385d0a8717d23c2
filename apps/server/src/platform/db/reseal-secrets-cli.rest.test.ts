import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCompany } from '../../testing/builders.ts'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { databaseUrl } from '../../testing/database/database-url.ts'
import { countWaiting } from '../../testing/database/queue-for-lock.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { readConfig } from '../config/config.ts'
import { REPO_ROOT } from '../lifecycle/repo-root.ts'
import { connectDatabase } from './connect.ts'
import { openSeal, SealError } from './seal.ts'

const [OLD, NEW, OTHER] = Array.from({ length: 3 }, () => randomBytes(32).toString('base64')) as [
  string,
  string,
  string,
]
const AT = '2026-03-01T20:00:00+02:00'
const CONTEXT = 'devices.push_token'
/** More than two batches of 500 rows. */
const COUNT = 1_100

const sealOf = (keys: Record<string, string>) => openSeal(readConfig(keys))
const secretOf = (index: number) => `jeton-${index}`

/** A database with push tokens sealed by the old key. */
async function aSealedDatabase() {
  const database = await aDatabase()
  const { companyId } = await aCompany({ ...database, clock: new TestClock(AT) })
  const seal = sealOf({ SECRETS_KEY: OLD })
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    install_id: `telefon-${index}`,
    company_id: companyId,
    platform: 'android' as const,
    push_token: seal.seal(secretOf(index), CONTEXT),
    created_at: new Date(AT),
  }))
  await database.db.insertInto('devices').values(rows).execute()
  return database
}

const stored = async ({ db }: Pick<TestDatabase, 'db'>) => {
  const rows = await db.selectFrom('devices').select('push_token').orderBy('id').execute()
  return rows.map(({ push_token }) => push_token ?? '')
}

/** The number of values that a server with these keys opens correctly. */
async function opened(database: TestDatabase, keys: Record<string, string>): Promise<number> {
  const seal = sealOf(keys)
  const opens = (value: string, index: number) => {
    try {
      return seal.open(value, CONTEXT) === secretOf(index)
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      return false
    }
  }
  return (await stored(database)).filter(opens).length
}

/** Runs npm run secrets:reseal. */
function reseal(
  { address }: TestDatabase,
  keys: Record<string, string>,
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, ['--import', 'tsx', 'apps/server/src/platform/db/reseal-secrets-cli.ts'], {
    cwd: REPO_ROOT,
    env: { ...process.env, DATABASE_URL: databaseUrl(address), ...keys },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function ended(child: ChildProcessByStdio<null, Readable, Readable>) {
  const [code, out, err] = await Promise.all([
    once(child, 'exit').then(([status]) => status as number | null),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, out, err }
}

test('before it only the old key opens the secrets, afterwards only the new one; a second run has nothing to do', async () => {
  await using database = await aSealedDatabase()
  expect(await opened(database, { SECRETS_KEY: OLD })).toBe(COUNT)
  const keys = { SECRETS_KEY: NEW, SECRETS_KEY_OLD: OLD }
  expect(await ended(reseal(database, keys))).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining(`${CONTEXT}: ${COUNT} rows\n`),
  })
  expect([await opened(database, { SECRETS_KEY: NEW }), await opened(database, { SECRETS_KEY: OLD })]).toEqual([
    COUNT,
    0,
  ])
  const before = await stored(database)
  expect((await ended(reseal(database, keys))).out).toContain(`${CONTEXT}: 0 rows\n`)
  expect(await stored(database)).toEqual(before)
})

test('a run that is killed halfway loses nothing, and the next one continues', async () => {
  await using database = await aSealedDatabase()
  const keys = { SECRETS_KEY: NEW, SECRETS_KEY_OLD: OLD }
  const holder = connectDatabase(database.address, { max: 1, isPatient: true })
  await holder.db
    .transaction()
    .execute(async (tx) => {
      await sql`select from devices where install_id = ${`telefon-${COUNT - 1}`} for update`.execute(tx)
      const killed = reseal(database, keys)
      const end = ended(killed)
      await expect.poll(() => countWaiting(tx)).toBe(1)
      killed.kill('SIGKILL')
      await end
      const [isNew, isOld] = [
        await opened(database, { SECRETS_KEY: NEW }),
        await opened(database, { SECRETS_KEY: OLD }),
      ]
      expect([isNew > 0, isOld > 0, isNew + isOld]).toEqual([true, true, COUNT])
    })
    .finally(holder.close)
  expect(await opened(database, keys)).toBe(COUNT)
  expect((await ended(reseal(database, keys))).code).toBe(0)
  expect(await opened(database, { SECRETS_KEY: NEW })).toBe(COUNT)
})

test('without the key that sealed them it exits with 1, names the column and the number of values, and changes nothing', async () => {
  await using database = await aSealedDatabase()
  const before = await stored(database)
  const wrong: Record<string, string>[] = [{ SECRETS_KEY: OTHER }, { SECRETS_KEY: NEW, SECRETS_KEY_OLD: OTHER }]
  for (const keys of wrong) {
    const { code, out, err } = await ended(reseal(database, keys))
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(`the one that sealed ${COUNT} values of ${CONTEXT}`)
    for (const key of [OLD, NEW, OTHER]) expect(err).not.toContain(key)
  }
  expect(await stored(database)).toEqual(before)
})
