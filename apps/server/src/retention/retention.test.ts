import { listRetentionRuns } from '@dispecerat/contract/retention'
import { changeGroupSettings } from '@dispecerat/contract/settings'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aRoom, type Room } from '../orders/testing/a-room.ts'
import { aClient, aCompany } from '../testing/builders.ts'
import { forgetOldRows } from './forget-old-rows.ts'

const AT = '2026-03-01T04:00:00+02:00'
const DAY_MS = 24 * 3_600_000

/** Calls with their sound, trail points and changes of a company, so many days old. */
async function aged(room: Room, days: readonly number[], companyId = room.companyId): Promise<void> {
  const { db, clock } = room.server
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
    const point = { driver_id: room.driver.driverId, recorded_at: at, lat: 45.6, long: 25.6, order_id: null }
    await db.insertInto('driver_trail').values(point).execute()
    const change = { company_id: companyId, entity: 'user', entity_id: 1, action: 'changed', before: '{}', after: '{}' }
    await db
      .insertInto('audit_log')
      .values({ ...change, happened_at: at })
      .execute()
    await agedTexts(room, companyId, at)
    const failed = { user_id: room.dispatcherId, context: 'x', message: 'y', created_at: at }
    await db.insertInto('client_errors').values(failed).execute()
    const letter = { kind: 'sms' as const, recipient: '+40722000111', text: 'x', state: 'sent' as const }
    await db
      .insertInto('outbox')
      .values({ ...letter, company_id: companyId, due_at: at, created_at: at })
      .execute()
  }
}

/** What people wrote at that time: a message in a conversation, a broadcast, a closed incident, a block and one that was lifted. */
async function agedTexts(room: Room, companyId: number, at: Date): Promise<void> {
  const { db } = room.server
  const { clientId: userId } = await aClient(room.server, { companyIds: [companyId] })
  const conversation = { company_id: companyId, interlocutor_id: userId, last_at: at }
  const { id } = await db.insertInto('conversations').values(conversation).returning('id').executeTakeFirstOrThrow()
  const message = { company_id: companyId, conversation_id: id, sender_id: userId, message: 'Bună' }
  await db
    .insertInto('messages')
    .values({ ...message, created_at: at })
    .execute()
  const broadcast = {
    sender_id: room.dispatcherId,
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

async function night(room: Room, removed: string[] = []): Promise<boolean> {
  return forgetOldRows({ ...room.server, bin: { remove: async (file) => void removed.push(file) } })
}

async function counts({ server: { db } }: Room): Promise<Record<string, number>> {
  const tables = [
    ...[
      'calls',
      'call_recordings',
      'driver_trail',
      'audit_log',
      'client_errors',
      'outbox',
      'messages',
      'conversations',
    ],
    ...['broadcasts', 'incidents', 'incident_steps', 'blocked_phones', 'unblocked_phones'],
  ]
  const each = tables.map(async (table) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
    return [table, rows[0]?.n ?? -1] as const
  })
  return Object.fromEntries(await Promise.all(each))
}

test('what is older than it is kept goes at night, the sound from the disk too, and the company reads what went', async () => {
  await using room = await aRoom({ at: AT })
  await aged(room, [1, 29, 31, 366, 731, 1096])
  const removed: string[] = []
  expect(await night(room, removed)).toBe(true)
  expect(await counts(room)).toEqual({
    ...{ calls: 4, call_recordings: 2, driver_trail: 2, audit_log: 3, client_errors: 2, outbox: 3 },
    ...{ messages: 4, conversations: 4, broadcasts: 4, incidents: 5, incident_steps: 5 },
    ...{ blocked_phones: 6, unblocked_phones: 5 },
  })
  const reasons = await room.server.db.selectFrom('blocked_phones').select('reason').orderBy('created_at').execute()
  expect(reasons.map(({ reason }) => reason)).toEqual(['date șterse', ...Array(5).fill('Nu plătește')])
  expect(removed.toSorted()).toEqual([31, 366, 731, 1096].map((age) => `${room.companyId}-${age}.wav`).toSorted())
  const { data } = (await room.server.request(listRetentionRuns, { query: {} }, room.manager)).reply
  expect(Object.fromEntries(data.map((run) => [run.kind, run.removed]))).toEqual({
    ...{ recordings: 4, trails: 4, calls: 2, client_errors: 4, changes: 3, letters: 3 },
    ...{ messages: 2, broadcasts: 2, incidents: 1, block_reasons: 2 },
  })
})

test('each company keeps as long as it says; another’s rows are its own', async () => {
  await using room = await aRoom({ at: AT })
  const body = {
    ...{ keep_calls_days: 60, keep_recordings_days: 100, keep_messages_days: 60, keep_broadcasts_days: 60 },
    ...{ keep_incidents_days: 400, keep_block_reasons_days: 60 },
  }
  const said = await room.server.request(changeGroupSettings, { params: { group: 'retention' }, body }, room.manager)
  expect(said.status).toBe(200)
  const rival = await room.server.db
    .selectFrom('companies')
    .select('id')
    .where('id', '<>', room.companyId)
    .executeTakeFirstOrThrow()
  await aged(room, [50, 70])
  await aged(room, [50, 70], rival.id)
  await night(room)
  const left = await room.server.db.selectFrom('calls').select('company_id').orderBy('id').execute()
  expect(left.map(({ company_id }) => company_id)).toEqual([room.companyId, rival.id, rival.id])
  const sounds = await room.server.db.selectFrom('call_recordings').select('file').execute()
  expect(sounds).toEqual([{ file: `${room.companyId}-50.wav` }])
  expect(await counts(room)).toMatchObject({
    messages: 3,
    broadcasts: 3,
    incidents: 4,
    blocked_phones: 4,
    unblocked_phones: 3,
  })
})

test('what outgoing limits were counted by goes with the calls of its time', async () => {
  await using room = await aRoom({ at: AT })
  const { db, clock } = room.server
  const outgoing = [700, 731].map((days) => {
    const at = new Date(clock.now().getTime() - days * DAY_MS)
    const call = { company_id: room.companyId, sip_caller_id: `out-${days}`, bani_per_minute: 10 }
    return { ...call, day: at.toISOString().slice(0, 10), began_at: at, ended_at: at }
  })
  await db.insertInto('outgoing_calls').values(outgoing).execute()
  await night(room)
  const left = await db.selectFrom('outgoing_calls').select('sip_caller_id').execute()
  expect(left).toEqual([{ sip_caller_id: 'out-700' }])
})

test('counters of limits and their alarms go after 400 days, more than a batch of them, those of yesterday stay', async () => {
  await using room = await aRoom({ at: AT })
  const { db } = room.server
  for (const day of ['2025-01-24', '2025-01-25', '2026-02-28']) {
    await sql`insert into company_usage (company_id, day, kind, stripe, used)
      select ${room.companyId}, ${day}, 'sms', stripe, 1 from generate_series(0, 1200) as stripe`.execute(db)
    await sql`insert into outgoing_alarms (company_id, day, about, percent, raised_at)
      values (${room.companyId}, ${day}, 'day_calls', 80, ${day}::date)`.execute(db)
  }
  await night(room)
  for (const table of ['company_usage', 'outgoing_alarms']) {
    const { rows } = await sql`select distinct day::text as day from ${sql.table(table)} order by day`.execute(db)
    expect(rows).toEqual([{ day: '2025-01-25' }, { day: '2026-02-28' }])
  }
})

test('more than a batch goes whole; an open call stays however old', async () => {
  await using room = await aRoom({ at: AT })
  const { db, clock } = room.server
  const old = new Date(clock.now().getTime() - 40 * DAY_MS)
  await sql`
    insert into driver_trail (driver_id, recorded_at, lat, long)
    select ${room.driver.driverId}, ${old}, 45, 25 from generate_series(1, 2500)
  `.execute(db)
  const older = new Date(clock.now().getTime() - 1100 * DAY_MS)
  await sql`
    insert into unblocked_phones (id, company_id, phone, reason, created_at, unblocked_at)
    select -n, ${room.companyId}, '+4072' || n, 'Nu plătește', ${older}, ${older} from generate_series(1, 1500) as n
  `.execute(db)
  await sql`
    insert into blocked_phones (company_id, phone, reason, created_at)
    select ${room.companyId}, '+4073' || n, 'Nu plătește', ${older} from generate_series(1, 1500) as n
  `.execute(db)
  const ancient = new Date(clock.now().getTime() - 900 * DAY_MS)
  await db.insertInto('calls').values({ company_id: room.companyId, phone: '+40722000111', rang_at: ancient }).execute()
  await night(room)
  expect(await counts(room)).toMatchObject({ driver_trail: 0, calls: 1, unblocked_phones: 0, blocked_phones: 1500 })
  const reasons = await db.selectFrom('blocked_phones').select('reason').distinct().execute()
  expect(reasons).toEqual([{ reason: 'date șterse' }])
})

test('an open incident, a broadcast on its way and one that another company still keeps stay however old', async () => {
  await using room = await aRoom({ at: AT })
  const { db, clock } = room.server
  const at = new Date(clock.now().getTime() - 1200 * DAY_MS)
  const { companyId } = room
  const incident = { company_id: companyId, type: 'other' as const, text: 'Geamantan', created_at: at }
  await db.insertInto('incidents').values(incident).execute()
  const broadcast = {
    sender_id: room.dispatcherId,
    audience: 'drivers' as const,
    message: 'Ceață',
    receivers: 3,
    shares: '[]',
    created_at: at,
  }
  const { companyId: otherId } = await aCompany(room.server)
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
  await night(room)
  expect(await counts(room)).toMatchObject({ incidents: 1, broadcasts: 2 })
  await db
    .updateTable('company_settings')
    .set({ keep_broadcasts_days: 1100 })
    .where('company_id', '=', otherId)
    .execute()
  room.server.pass(24 * 3600)
  await night(room)
  expect(await counts(room)).toMatchObject({ broadcasts: 1 })
})

test('a conversation whose last message is young stays without its old ones', async () => {
  await using room = await aRoom({ at: AT })
  await aged(room, [800])
  const { db, clock } = room.server
  const conversation = await db.selectFrom('conversations').selectAll().executeTakeFirstOrThrow()
  const { id: conversation_id, interlocutor_id: sender_id, company_id } = conversation
  const message = { company_id, conversation_id, sender_id, message: 'Revin' }
  await db
    .insertInto('messages')
    .values({ ...message, created_at: clock.now() })
    .execute()
  await db.updateTable('conversations').set({ last_at: clock.now() }).execute()
  await night(room)
  const left = await db.selectFrom('messages').select('message').execute()
  expect(left).toEqual([{ message: 'Revin' }])
  expect(await counts(room)).toMatchObject({ conversations: 1 })
})

test('a night is done once, by one node, and not in the daytime before it', async () => {
  await using room = await aRoom({ at: '2026-03-01T02:30:00+02:00' })
  expect(await night(room)).toBe(false)
  room.server.pass(3600)
  expect((await Promise.all([night(room), night(room)])).toSorted()).toEqual([false, true])
  expect(await night(room)).toBe(false)
  room.server.pass(24 * 3600)
  expect(await night(room)).toBe(true)
})

test('a night that broke off is begun again after an hour', async () => {
  await using room = await aRoom({ at: AT })
  await night(room)
  await room.server.db.updateTable('retention_nights').set({ ended_at: null }).execute()
  expect(await night(room)).toBe(false)
  room.server.pass(3601)
  expect(await night(room)).toBe(true)
})

test('shorter than the law, or longer than ten years, is refused', async () => {
  await using room = await aRoom({ at: AT })
  const refused = await room.server.request(
    changeGroupSettings,
    { params: { group: 'retention' }, body: { keep_changes_days: 364, keep_calls_days: 4000 } },
    room.manager,
  )
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.errors as object).toSorted()).toEqual(['keep_calls_days', 'keep_changes_days'])
})
