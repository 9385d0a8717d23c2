import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOffice, type Office } from '../../testing/an-office.ts'
import { ORDER_AND_FLEET_RECORDS } from '../http/testing/versioned-records-of-orders-and-fleet.ts'
import { OFFICE_RECORDS } from '../http/testing/versioned-records-of-the-office.ts'

// A process of the version before runs on while this one has migrated: it does not know the columns, and its changes must count too.

let office: Office
beforeAll(async () => {
  office = await anOffice()
  for (const make of [...ORDER_AND_FLEET_RECORDS, ...OFFICE_RECORDS]) await (await make(office)).change()
})
afterAll(() => office[Symbol.asyncDispose]())

const LATER = sql`updated_at = coalesce(updated_at, now()) + interval '1 second'`

test.each([
  ['cars', LATER],
  ['devices', LATER],
  ['discounts', LATER],
  ['protocol_companies', LATER],
  ['billing_profiles', LATER],
  ['finance_settings', LATER],
  ['announcements', LATER],
  ['message_templates', sql`text = 'Vin acum'`],
  ['company_settings', sql`pending_timeout_min = 33`],
])('a change of %s without a version counts', async (table, change) => {
  const { db } = office.fixture.server
  const versions = async () => {
    const { rows } = await sql<{ version: number }>`select version from ${sql.table(table)} order by 1`.execute(db)
    return rows.map(({ version }) => version)
  }
  const before = await versions()
  expect(before.length).toBeGreaterThan(0)
  await sql`update ${sql.table(table)} set ${change}`.execute(db)
  expect(await versions()).toEqual(before.map((version) => version + 1))
})

test('a phone that reports itself changes no version that an editor has loaded', async () => {
  const { db } = office.fixture.server
  const versions = () => db.selectFrom('devices').select(['id', 'version']).orderBy('id').execute()
  const before = await versions()
  await db.updateTable('devices').set({ last_seen_at: office.fixture.server.clock.now() }).execute()
  expect(await versions()).toEqual(before)
})

test('every change of a user’s properties counts for the list, and not for the person', async () => {
  const { db } = office.fixture.server
  const { userId: user_id } = office.ana
  const versions = () =>
    db.selectFrom('users').select(['version', 'meta_version']).where('id', '=', user_id).executeTakeFirstOrThrow()
  const { version, meta_version } = await versions()
  await db.insertInto('user_meta').values({ user_id, key: 'limba', value: 'ro' }).execute()
  expect(await versions()).toEqual({ version, meta_version: meta_version + 1 })
  const set = (value: string) => db.updateTable('user_meta').set({ value }).where('key', '=', 'limba').execute()
  await set('hu')
  await set('hu')
  expect(await versions()).toEqual({ version, meta_version: meta_version + 2 })
  await db.deleteFrom('user_meta').where('key', '=', 'limba').execute()
  expect(await versions()).toEqual({ version, meta_version: meta_version + 3 })
})
