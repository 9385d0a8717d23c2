import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { listRetentionRuns } from '@dispecerat/contract/office/retention'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createFixture, type Fixture } from '../../orders/testing/order-fixture.ts'
import { aClient, aCompany } from '../../testing/builders.ts'
import { forgetOldRows } from './forget-old-rows.ts'

const AT = '2026-03-01T04:00:00+02:00'
const DAY_MS = 24 * 3_600_000

/** Calls with recordings, trail points, audit entries and messages of a company, of these ages in days. */
async function aged(fixture: Fixture, days: readonly number[], companyId = fixture.companyId): Promise<void> {
  const { db, clock } = fixture.server
  for (const age of days) {
    const at = new Date(clock.now().getTime() - age * DAY_MS)
    const call = { company_id: companyId, phone: '+40722000111', state: 'ended' as const, rang_at: at, ended_at: at }
    const { id } = await db.insertInto('calls').values(call).returning('id').executeTakeFirstOrThrow()
    const sound = {
      call_id: id,
      file: `${companyId}-${age}.wav`,
      seconds: 1,
      bytes: 9,
      mime: 'audio/wav',
      recorded_at: at,
    }
    await db.insertInto('call_recordings').values(sound).execute()
    const point = { driver_id: fixture.driver.driverId, recorded_at: at, lat: 45.6, long: 25.6, order_id: null }
    await db.insertInto('driver_trail').values(point).execute()
    const change = { company_id: companyId, entity: 'user', entity_id: 1, action: 'changed', before: '{}', after: '{}' }
    await db
      .insertInto('audit_log')
      .values({ ...change, happened_at: at })
      .execute()
    await agedTexts(fixture, companyId, at)
    const failed = { user_id: fixture.dispatcherId, context: 'x', message: 'y', created_at: at }
    await db.insertInto('client_errors').values(failed).execute()
    const letter = { kind: 'sms' as const, recipient: '+40722000111', text: 'x', state: 'sent' as const }
    await db
      .insertInto('outbox')
      .values({ ...letter, company_id: companyId, due_at: at, created_at: at })
      .execute()
  }
}

/** A message in a conversation, a broadcast, a closed incident, a blocked and an unblocked number of that time. */
async function agedTexts(fixture: Fixture, companyId: CompanyId, at: Date): Promise<void> {
  const { db } = fixture.server
  const { clientId: userId } = await aClient(fixture.server, { companyIds: [companyId] })
  const conversation = { company_id: companyId, interlocutor_id: userId, last_at: at }
  const { id } = await db.insertInto('conversations').values(conversation).returning('id').executeTakeFirstOrThrow()
  const message = { company_id: companyId, conversation_id: id, sender_id: userId, message: 'Bună' }
  await db
    .insertInto('messages')
    .values({ ...message, created_at: at })
    .execute()
  const broadcast = {
    sender_id: fixture.dispatcherId,
    audience: 'drivers' as const,
    message: 'Ceață',
    receivers: 3,
    shares: '[]',
  }
  await db
    .insertInto('broadcasts')
    .values({ ...broadcast, company_ids: [companyId], created_at: at })
    .execute()
  const incident = { company_id: companyId, type: 'other' as const, text: 'Geamantan', created_at: at }
  const closed = { ...incident, status: 'closed' as const, closed_at: at }
  const { id: incidentId } = await db.insertInto('incidents').values(closed).returning('id').executeTakeFirstOrThrow()
  const step = { incident_id: incidentId, step: 'closed' as const, note: 'Predat', at }
  await db.insertInto('incident_steps').values(step).execute()
  const phone = `+4072${String(userId).padStart(7, '0')}`
  const block = { company_id: companyId, phone, reason: 'Nu plătește', created_at: at }
  const { id: blockId } = await db.insertInto('blocked_phones').values(block).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('unblocked_phones')
    .values({ ...block, id: blockId + 1000, unblocked_at: at })
    .execute()
}

async function night(fixture: Fixture, removed: string[] = []): Promise<boolean> {
  return forgetOldRows({ ...fixture.server, bin: { remove: async (file) => void removed.push(file) } })
}

async function counts({ server: { db } }: Fixture): Promise<Record<string, number>> {
  const tables = [
    'calls',
    'call_recordings',
    'driver_trail',
    'audit_log',
    'client_errors',
    'outbox',
    'messages',
    'conversations',
    'broadcasts',
    'incidents',
    'incident_steps',
    'blocked_phones',
    'unblocked_phones',
  ]
  const each = tables.map(async (table) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
    return [table, rows[0]?.n ?? -1] as const
  })
  return Object.fromEntries(await Promise.all(each))
}

test('rows older than their retention are deleted at night, with the recording files, and the company can list what was deleted', async () => {
  await using fixture = await createFixture({ at: AT })
  await aged(fixture, [1, 29, 31, 366, 731, 1096])
  const removed: string[] = []
  expect(await night(fixture, removed)).toBe(true)
  expect(await counts(fixture)).toEqual({
    calls: 4,
    call_recordings: 2,
    driver_trail: 2,
    audit_log: 3,
    client_errors: 2,
    outbox: 3,
    messages: 4,
    conversations: 4,
    broadcasts: 4,
    incidents: 5,
    incident_steps: 5,
    blocked_phones: 6,
    unblocked_phones: 5,
  })
  const reasons = await fixture.server.db.selectFrom('blocked_phones').select('reason').orderBy('created_at').execute()
  expect(reasons.map(({ reason }) => reason)).toEqual(['date șterse', ...Array(5).fill('Nu plătește')])
  expect(removed.toSorted()).toEqual([31, 366, 731, 1096].map((age) => `${fixture.companyId}-${age}.wav`).toSorted())
  const { data } = (await fixture.server.request(listRetentionRuns, { query: {} }, fixture.manager)).reply
  expect(Object.fromEntries(data.map((run) => [run.kind, run.removed]))).toEqual({
    recordings: 4,
    trails: 4,
    calls: 2,
    client_errors: 4,
    changes: 3,
    letters: 3,
    messages: 2,
    broadcasts: 2,
    incidents: 1,
    block_reasons: 2,
  })
})

test('each company’s own retention days apply to its rows only', async () => {
  await using fixture = await createFixture({ at: AT })
  const body = {
    keep_calls_days: 60,
    keep_recordings_days: 100,
    keep_messages_days: 60,
    keep_broadcasts_days: 60,
    keep_incidents_days: 400,
    keep_block_reasons_days: 60,
  }
  const saved = await fixture.server.request(
    changeGroupSettings,
    { params: { group: 'retention' }, body },
    fixture.manager,
  )
  expect(saved.status).toBe(200)
  const rival = await fixture.server.db
    .selectFrom('companies')
    .select('id')
    .where('id', '<>', fixture.companyId)
    .executeTakeFirstOrThrow()
  await aged(fixture, [50, 70])
  await aged(fixture, [50, 70], rival.id)
  await night(fixture)
  const left = await fixture.server.db.selectFrom('calls').select('company_id').orderBy('id').execute()
  expect(left.map(({ company_id }) => company_id)).toEqual([fixture.companyId, rival.id, rival.id])
  const sounds = await fixture.server.db.selectFrom('call_recordings').select('file').execute()
  expect(sounds).toEqual([{ file: `${fixture.companyId}-50.wav` }])
  expect(await counts(fixture)).toMatchObject({
    messages: 3,
    broadcasts: 3,
    incidents: 4,
    blocked_phones: 4,
    unblocked_phones: 3,
  })
})

test('counted outgoing calls are deleted with the calls of their time', async () => {
  await using fixture = await createFixture({ at: AT })
  const { db, clock } = fixture.server
  const outgoing = [700, 731].map((days) => {
    const at = new Date(clock.now().getTime() - days * DAY_MS)
    const call = { company_id: fixture.companyId, sip_caller_id: `out-${days}`, bani_per_minute: 10 }
    return { ...call, day: at.toISOString().slice(0, 10), began_at: at, ended_at: at }
  })
  await db.insertInto('outgoing_calls').values(outgoing).execute()
  await night(fixture)
  const left = await db.selectFrom('outgoing_calls').select('sip_caller_id').execute()
  expect(left).toEqual([{ sip_caller_id: 'out-700' }])
})

test('counters of limits and their alarms are deleted after 400 days, in several batches', async () => {
  await using fixture = await createFixture({ at: AT })
  const { db } = fixture.server
  for (const day of ['2025-01-24', '2025-01-25', '2026-02-28']) {
    await sql`insert into company_usage (company_id, day, kind, stripe, used)
      select ${fixture.companyId}, ${day}, 'sms', stripe, 1 from generate_series(0, 1200) as stripe`.execute(db)
    await sql`insert into outgoing_alarms (company_id, day, about, percent, raised_at)
      values (${fixture.companyId}, ${day}, 'day_calls', 80, ${day}::date)`.execute(db)
  }
  await night(fixture)
  for (const table of ['company_usage', 'outgoing_alarms']) {
    const { rows } = await sql`select distinct day::text as day from ${sql.table(table)} order by day`.execute(db)
    expect(rows).toEqual([{ day: '2025-01-25' }, { day: '2026-02-28' }])
  }
})

test('more rows than one batch are all deleted; an open call stays, however old', async () => {
  await using fixture = await createFixture({ at: AT })
  const { db, clock } = fixture.server
  const old = new Date(clock.now().getTime() - 40 * DAY_MS)
  await sql`
    insert into driver_trail (driver_id, recorded_at, lat, long)
    select ${fixture.driver.driverId}, ${old}, 45, 25 from generate_series(1, 2500)
  `.execute(db)
  const older = new Date(clock.now().getTime() - 1100 * DAY_MS)
  await sql`
    insert into unblocked_phones (id, company_id, phone, reason, created_at, unblocked_at)
    select -n, ${fixture.companyId}, '+4072' || n, 'Nu plătește', ${older}, ${older} from generate_series(1, 1500) as n
  `.execute(db)
  await sql`
    insert into blocked_phones (company_id, phone, reason, created_at)
    select ${fixture.companyId}, '+4073' || n, 'Nu plătește', ${older} from generate_series(1, 1500) as n
  `.execute(db)
  const ancient = new Date(clock.now().getTime() - 900 * DAY_MS)
  await db
    .insertInto('calls')
    .values({ company_id: fixture.companyId, phone: '+40722000111', rang_at: ancient })
    .execute()
  await night(fixture)
  expect(await counts(fixture)).toMatchObject({ driver_trail: 0, calls: 1, unblocked_phones: 0, blocked_phones: 1500 })
  const reasons = await db.selectFrom('blocked_phones').select('reason').distinct().execute()
  expect(reasons).toEqual([{ reason: 'date șterse' }])
})

test('open incidents, broadcasts in progress and broadcasts that another company still retains stay, however old', async () => {
  await using fixture = await createFixture({ at: AT })
  const { db, clock } = fixture.server
  const at = new Date(clock.now().getTime() - 1200 * DAY_MS)
  const { companyId } = fixture
  const incident = { company_id: companyId, type: 'other' as const, text: 'Geamantan', created_at: at }
  await db.insertInto('incidents').values(incident).execute()
  const broadcast = {
    sender_id: fixture.dispatcherId,
    audience: 'drivers' as const,
    message: 'Ceață',
    receivers: 3,
    shares: '[]',
    created_at: at,
  }
  const { companyId: otherId } = await aCompany(fixture.server)
  await db
    .insertInto('company_settings')
    .values({ company_id: otherId, keep_broadcasts_days: 1300 })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ keep_broadcasts_days: 1300 }))
    .execute()
  await db
    .insertInto('broadcasts')
    .values([
      { ...broadcast, company_ids: [companyId], state: 'sending' },
      { ...broadcast, company_ids: [companyId, otherId] },
      { ...broadcast, company_ids: [companyId] },
    ])
    .execute()
  await night(fixture)
  expect(await counts(fixture)).toMatchObject({ incidents: 1, broadcasts: 2 })
  await db
    .updateTable('company_settings')
    .set({ keep_broadcasts_days: 1100 })
    .where('company_id', '=', otherId)
    .execute()
  fixture.server.pass(24 * 3600)
  await night(fixture)
  expect(await counts(fixture)).toMatchObject({ broadcasts: 1 })
})

test('a conversation with a recent message stays, without its old messages', async () => {
  await using fixture = await createFixture({ at: AT })
  await aged(fixture, [800])
  const { db, clock } = fixture.server
  const conversation = await db.selectFrom('conversations').selectAll().executeTakeFirstOrThrow()
  const { id: conversation_id, interlocutor_id: sender_id, company_id } = conversation
  const message = { company_id, conversation_id, sender_id, message: 'Revin' }
  await db
    .insertInto('messages')
    .values({ ...message, created_at: clock.now() })
    .execute()
  await db.updateTable('conversations').set({ last_at: clock.now() }).execute()
  await night(fixture)
  const left = await db.selectFrom('messages').select('message').execute()
  expect(left).toEqual([{ message: 'Revin' }])
  expect(await counts(fixture)).toMatchObject({ conversations: 1 })
})

test('the job runs once a night, on one node, and not before 03:00', async () => {
  await using fixture = await createFixture({ at: '2026-03-01T02:30:00+02:00' })
  expect(await night(fixture)).toBe(false)
  fixture.server.pass(3600)
  expect((await Promise.all([night(fixture), night(fixture)])).toSorted()).toEqual([false, true])
  expect(await night(fixture)).toBe(false)
  fixture.server.pass(24 * 3600)
  expect(await night(fixture)).toBe(true)
})

test('an interrupted night is started again after an hour', async () => {
  await using fixture = await createFixture({ at: AT })
  await night(fixture)
  await fixture.server.db.updateTable('retention_nights').set({ ended_at: null }).execute()
  expect(await night(fixture)).toBe(false)
  fixture.server.pass(3601)
  expect(await night(fixture)).toBe(true)
})

test('retention days below the legal minimum or above ten years are refused', async () => {
  await using fixture = await createFixture({ at: AT })
  const refused = await fixture.server.request(
    changeGroupSettings,
    { params: { group: 'retention' }, body: { keep_changes_days: 364, keep_calls_days: 4000 } },
    fixture.manager,
  )
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.errors as object).toSorted()).toEqual(['keep_calls_days', 'keep_changes_days'])
})
