import { createHash, randomBytes } from 'node:crypto'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aCompany, aUser } from '../../../testing/builders.ts'
import type { TestDatabase } from '../../../testing/database/database-copy.ts'
import { aDatabase } from '../../../testing/database/test-database.ts'
import { TestClock } from '../../../testing/test-clock.ts'

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
  const session = { user_id: userId, token_hash: randomBytes(32), created_at: clock.now(), last_used_at: clock.now() }
  await db
    .insertInto('access_tokens')
    .values({ ...session, expires_at: new Date('9999-01-01') })
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

test("for a dispatcher: the digest for the proxy's realm, the companies whose calls ring, the shown number; no password", async () => {
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

test('a banned user, a user of a company that revokes taking calls or is gone, and a test caller do not register', async () => {
  await using database = await aDatabase()
  const { db } = database
  const at = new TestClock('2026-11-21T10:00:00Z').now()
  const banned = await aPhoneOf(database, '101', 'dispatcher')
  const revoked = await aPhoneOf(database, '102', 'dispatcher')
  const closed = await aPhoneOf(database, '103', 'dispatcher')
  const caller = await aPhoneOf(database, '104', 'dispatcher')
  expect((await subscribers(database)).map(({ username }) => username)).toEqual(['101', '102', '103', '104'])
  await db
    .updateTable('users')
    .set({ ban_until: new Date('9999-01-01') })
    .where('id', '=', banned.userId)
    .execute()
  const message = { company_id: revoked.companyId, role: 'dispatcher', permission: 'calls.take' } as const
  await db.insertInto('revoked_permissions').values(message).execute()
  await db.updateTable('companies').set({ deleted_at: at }).where('id', '=', closed.companyId).execute()
  await db.updateTable('sip_accounts').set({ kind: 'caller' }).where('user_id', '=', caller.userId).execute()
  expect(await subscribers(database)).toEqual([])
})

test('a driver, a dismissed user and a disabled one do not register', async () => {
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

test('a user without an open session does not register', async () => {
  await using database = await aDatabase()
  const closed = await aPhoneOf(database, '101', 'dispatcher')
  const expired = await aPhoneOf(database, '102', 'dispatcher')
  await aPhoneOf(database, '103', 'dispatcher')
  const at = new TestClock('2026-11-21T10:00:00Z').now()
  const change = (columns: object, { userId }: { userId: UserId }) =>
    database.db.updateTable('access_tokens').set(columns).where('user_id', '=', userId).execute()
  await change({ revoked_at: at }, closed)
  await change({ expires_at: at }, expired)
  expect((await subscribers(database)).map(({ username }) => username)).toEqual(['103'])
})

test('a company is called by its numbers and by its own name', async () => {
  await using database = await aDatabase()
  const { companyId } = await aPhoneOf(database, '101', 'dispatcher')
  const { rows } = await sql`select * from sip_lines order by dialled`.execute(database.db)
  expect(rows).toEqual([
    { dialled: '+40268000101', company_id: String(companyId) },
    { dialled: `company-${companyId}`, company_id: String(companyId) },
  ])
})

describe('a number may be dialled', () => {
  const take = async ({ db }: TestDatabase, userId: UserId, dialled: string) => {
    const { rows } = await sql`select line from sip_take_dialled(${String(userId)}, ${dialled})`.execute(db)
    return rows
  }
  const requestDial = ({ db }: TestDatabase, of: { userId: UserId; companyId: CompanyId }, ago = '0 seconds') =>
    sql`insert into dialled_phones (user_id, company_id, phone, asked_at)
      values (${of.userId}, ${of.companyId}, '+40722333444', now() - ${ago}::interval)`.execute(db)

  test('once for each request of this user, with a number of the company', async () => {
    await using database = await aDatabase()
    const of = await aPhoneOf(database, '101', 'dispatcher')
    const other = await aPhoneOf(database, '102', 'dispatcher')
    await requestDial(database, of)
    expect(await take(database, of.userId, '+88213777777')).toEqual([])
    expect(await take(database, other.userId, '+40722333444')).toEqual([])
    expect(await take(database, of.userId, '+40722333444')).toEqual([{ line: '+40268000101' }])
    expect(await take(database, of.userId, '+40722333444')).toEqual([])
  })

  test('not a minute after the request, and not while the company is stopped', async () => {
    await using database = await aDatabase()
    const late = await aPhoneOf(database, '101', 'dispatcher')
    const stopped = await aPhoneOf(database, '102', 'dispatcher')
    await requestDial(database, late, '61 seconds')
    await requestDial(database, stopped)
    const rules = { company_id: stopped.companyId, stopped_at: new TestClock('2026-11-21T10:00:00Z').now() }
    await database.db.insertInto('outgoing_rules').values(rules).execute()
    expect(await take(database, late.userId, '+40722333444')).toEqual([])
    expect(await take(database, stopped.userId, '+40722333444')).toEqual([])
  })

  test('by a role that may check this and read nothing else', async () => {
    await using database = await aDatabase()
    const of = await aPhoneOf(database, '101', 'dispatcher')
    await requestDial(database, of)
    const taken = await database.db.transaction().execute(async (tx) => {
      const role = sql.raw(`proxy_${of.userId}_${process.pid}`)
      await sql`create role ${role}`.execute(tx)
      await sql`grant execute on function sip_take_dialled(text, text) to ${role}`.execute(tx)
      await sql`set local role ${role}`.execute(tx)
      const { rows } = await sql`select line from sip_take_dialled(${String(of.userId)}, '+40722333444')`.execute(tx)
      await sql`savepoint before_reading`.execute(tx)
      await expect(sql`select phone from dialled_phones`.execute(tx)).rejects.toThrow('permission denied')
      await sql`rollback to savepoint before_reading`.execute(tx)
      await sql`reset role`.execute(tx)
      await sql`drop owned by ${role}`.execute(tx)
      await sql`drop role ${role}`.execute(tx)
      return rows
    })
    expect(taken).toEqual([{ line: '+40268000101' }])
  })
})
