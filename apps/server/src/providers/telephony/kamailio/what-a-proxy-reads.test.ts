import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCompany, aUser } from '../../../testing/builders.ts'
import type { TestDatabase } from '../../../testing/database-copy.ts'
import { TestClock } from '../../../testing/test-clock.ts'
import { aDatabase } from '../../../testing/test-database.ts'

async function aPhoneOf({ db }: TestDatabase, extension: string, role: 'dispatcher' | 'driver') {
  const clock = new TestClock('2026-11-21T10:00:00Z')
  const ground = { db, clock }
  const { companyId } = await aCompany(ground)
  const { userId } = await aUser(ground, { roles: [role], companyIds: [companyId] })
  const at = { created_at: clock.now() }
  const account = { user_id: userId, kind: 'dispatcher' as const, extension, password: 'secret', ...at }
  await db.insertInto('sip_accounts').values(account).execute()
  await db
    .insertInto('phone_lines')
    .values({ number: `+40268000${extension}`, company_id: companyId, verified_at: clock.now(), ...at })
    .execute()
  return { userId, companyId }
}

async function subscribers({ db }: TestDatabase, domain?: string) {
  return db.connection().execute(async (one) => {
    if (domain !== undefined) await sql`select set_config('dispecerat.sip_domain', ${domain}, false)`.execute(one)
    const { rows } = await sql<Record<string, unknown>>`select * from sip_subscribers order by username`.execute(one)
    return rows
  })
}

const digest = (text: string) => createHash('md5').update(text).digest('hex')

test('of a dispatcher: the digest for the realm the proxy says, whom he is rung for, the number he shows; no password', async () => {
  await using database = await aDatabase()
  const { userId, companyId } = await aPhoneOf(database, '101', 'dispatcher')
  const [row, ...others] = await subscribers(database)
  expect(row).toEqual({
    username: '101',
    domain: 'dispecerat.local',
    ha1: digest('101:dispecerat.local:secret'),
    user_id: String(userId),
    kind: 'dispatcher',
    company_ids: String(companyId),
    company_id: String(companyId),
    line: '+40268000101',
  })
  expect(others).toEqual([])
  const [elsewhere] = await subscribers(database, 'sip.taxi.ro')
  expect(elsewhere).toMatchObject({ domain: 'sip.taxi.ro', ha1: digest('101:sip.taxi.ro:secret') })
})

test('who has no desk, was dismissed or switched off does not register', async () => {
  await using database = await aDatabase()
  await aPhoneOf(database, '101', 'driver')
  const off = await aPhoneOf(database, '102', 'dispatcher')
  const gone = await aPhoneOf(database, '103', 'dispatcher')
  await database.db.updateTable('users').set({ is_active: false }).where('id', '=', off.userId).execute()
  await database.db
    .updateTable('users')
    .set({ deleted_at: new TestClock('2026-11-21T10:00:00Z').now() })
    .where('id', '=', gone.userId)
    .execute()
  expect(await subscribers(database)).toEqual([])
})

test('a company is dialled by its numbers and by its own name', async () => {
  await using database = await aDatabase()
  const { companyId } = await aPhoneOf(database, '101', 'dispatcher')
  const { rows } = await sql`select * from sip_lines order by dialled`.execute(database.db)
  expect(rows).toEqual([
    { dialled: '+40268000101', company_id: String(companyId) },
    { dialled: `company-${companyId}`, company_id: String(companyId) },
  ])
})
