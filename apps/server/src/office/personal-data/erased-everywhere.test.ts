import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readExport } from '@dispecerat/contract/kernel/exports'
import { erasePersonalData } from '@dispecerat/contract/office/personal-data'
import { noteClient } from '@dispecerat/contract/orders/clients'
import { asId, type CompanyId, type DriverId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fileNameOf } from '../../adapters/telephony/recordings-folder.ts'
import { aPhone, createFixture, type Fixture } from '../../orders/testing/order-fixture.ts'
import { REPO_ROOT } from '../../platform/lifecycle/repo-root.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { placesOf } from '../../testing/database/database-dump.ts'
import { columnsWith, type Handling, PERSONAL_TABLES } from './personal-columns.store.ts'
import { finishErasures } from './replace-mentions.ts'

const SCHEMA = fs.readFileSync(path.join(REPO_ROOT, 'apps/server/schema.sql'), 'utf8')
const TEXT = /^ {2}(\w+) (?:text|citext|jsonb?|bytea|inet|tsvector|character)/
const NAME = 'Ionela Canaru-Șerban'
const HANDLINGS: Handling[] = ['erased', 'mentions', 'by law', 'kept', 'staff', 'none']

/** Every text column of schema.sql, as `table.column`. */
function textColumns(): string[] {
  const tables = [...SCHEMA.matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\)/gm)]
  return tables.flatMap(([, table, body = '']) =>
    body.split('\n').flatMap((line) => (TEXT.test(line) ? [`${table}.${TEXT.exec(line)?.[1]}`] : [])),
  )
}

test('every text column has a row that says what an erasure does to it', () => {
  const registered = HANDLINGS.flatMap((handling) => columnsWith(handling)).map(
    ([table, column]) => `${table}.${column}`,
  )
  expect(registered.toSorted()).toEqual(textColumns().toSorted())
  const searched = new Set(columnsWith('mentions').map(([table]) => table))
  for (const table of searched) expect(PERSONAL_TABLES[table]?.of, table).toBeDefined()
})

type Row = Record<string, unknown>

const insert = async (fixture: Fixture, table: string, row: Row): Promise<UserId> => {
  const { rows } = await sql<Row>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(row))}) returning *
  `.execute(fixture.server.db)
  return asId<UserId>(Number(rows[0]?.id ?? 0))
}

interface Scene {
  companyId: CompanyId
  dispatcherId: UserId
  driverId: DriverId
  clientId: UserId
  accountId: UserId
  orderId: OrderId
  phone: string
  at: Date
}

const emailOf = (phone: string) => `canaru${phone.slice(-9)}@proba.ro`

/** Rows about the client. */
function rowsOfClient(scene: Scene): [string, Row][] {
  const { companyId: company_id, clientId: client_id, orderId: order_id, driverId: driver_id, phone, at } = scene
  const of = { company_id, created_at: at }
  const outboundMessage = { ...of, text: 'a', due_at: at }
  const proof = { content_type: 'image/png', photo: Buffer.from(phone), taken_at: at }
  return [
    ['driver_trail', { driver_id, recorded_at: at, lat: 45, long: 25, order_id }],
    [
      'calls',
      { id: 900, company_id, phone, sip_caller_id: `${phone}@t`, order_id, state: 'ended', rang_at: at, ended_at: at },
    ],
    [
      'call_recordings',
      { call_id: 900, file: `${phone}.wav`, seconds: 1, bytes: 1, mime: 'audio/wav', recorded_at: at },
    ],
    ['playbacks', { order_id, news: 'client_arrived', state: 'over', sip_caller_id: `${phone}@a`, created_at: at }],
    ['dialled_phones', { phone, company_id, user_id: scene.dispatcherId, asked_at: at }],
    [
      'client_errors',
      { user_id: scene.dispatcherId, context: 'a', message: 'b', phone_tail: phone, order_id, created_at: at },
    ],
    ['incidents', { ...of, id: 901, type: 'complaint', text: 'a', client_id, address: `${NAME} acasă` }],
    ['incident_steps', { incident_id: 901, step: 'noted', note: 'a', at }],
    ['messages', { ...of, receiver_id: client_id, message: NAME }],
    ['outbox', { ...outboundMessage, kind: 'sms', recipient: phone }],
    ['outbox', { ...outboundMessage, kind: 'mail', recipient: emailOf(phone).toUpperCase() }],
    [
      'ratings',
      {
        order_id,
        direction: 'of_driver',
        driver_id,
        client_id,
        stars: 5,
        comment: 'a',
        source: 'dispatcher',
        created_at: at,
      },
    ],
    ['order_proofs', { order_id, driver_id, ...proof }],
    ['blocked_phones', { ...of, phone, reason: 'a' }],
    ['unblocked_phones', { ...of, id: 900, phone, reason: 'a', unblocked_at: at }],
    ['account_clients', { account_id: scene.accountId, user_id: client_id, name: NAME, note: 'a', added_at: at }],
  ]
}

/** Rows of the company about other people. */
function rowsOfOthers(scene: Scene): [string, Row][] {
  const { companyId: company_id, driverId: driver_id, dispatcherId, at } = scene
  const of = { company_id, created_at: at }
  const place = { lat: 45, long: 25, lat_e5: 1, long_e5: 1 }
  return [
    [
      'imports',
      {
        company_id,
        kind: 'clients',
        state: 'done',
        row_count: 1,
        request: '{}',
        report: '{}',
        started_at: at,
        advanced_at: at,
        ended_at: at,
      },
    ],
    ['announcements', { ...of, title: 'a', text: 'b', audience: 'drivers', starts_at: at }],
    [
      'audit_log',
      { company_id, entity: 'car', entity_id: 1, action: 'changed', before: '{}', after: '{}', happened_at: at },
    ],
    [
      'broadcasts',
      {
        company_ids: [company_id],
        sender_id: dispatcherId,
        audience: 'drivers',
        message: 'a',
        receivers: 1,
        created_at: at,
      },
    ],
    ['client_errors', { user_id: dispatcherId, context: 'a', message: 'b', created_at: at }],
    ['calls', { id: 902, company_id, phone: '+40700000001', state: 'ended', rang_at: at, ended_at: at }],
    ['incidents', { ...of, id: 903, type: 'sos', text: 'a', order_id: scene.orderId, driver_id }],
    ['incident_steps', { incident_id: 903, step: 'noted', note: 'a', at }],
    ['internal_places', { ...of, name: 'a', lat: 45, lng: 25 }],
    ['message_templates', { ...of, text: 'a' }],
    ['messages', { ...of, sender_id: dispatcherId, receiver_id: driver_id, message: 'a' }],
    ['outbox', { ...of, kind: 'mail', recipient: 'birou@proba.ro', text: 'a', due_at: at }],
    ['saved_addresses', { company_id, phone: '+40700000001', name: 'a', ...place, last_used_at: at }],
    ['blocked_phones', { ...of, phone: '+40700000002', reason: 'a' }],
    ['unblocked_phones', { ...of, id: 901, phone: '+40700000003', reason: 'a', unblocked_at: at }],
    ['user_bans', { user_id: driver_id, company_id, banned_at: at, until: at, reason: 'a', by_kind: 'dispatcher' }],
    ['user_meta', { user_id: driver_id, key: 'nota', value: 'a' }],
    ['devices', { ...of, install_id: 'telefon', platform: 'android', notes: 'a' }],
    ['account_clients', { account_id: scene.accountId, user_id: driver_id, name: 'a', note: 'b', added_at: at }],
  ]
}

/** A client with a row in every table that can name one, all of one company. */
async function aClientEverywhere(fixture: Fixture): Promise<Scene> {
  const { server, companyId, dispatcherId } = fixture
  const { db } = server
  const [phone, at, driverId] = [aPhone(), server.clock.now(), fixture.driver.driverId]
  const orderId = asId<OrderId>((await fixture.place({ client_phone: phone, client_name: NAME })).id)
  await db.updateTable('orders').set({ state: 'finished', driver_id: driverId }).where('id', '=', orderId).execute()
  const { id: clientId } = await db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  const own = { email: emailOf(phone), identifier: phone }
  await db.updateTable('company_clients').set(own).where('user_id', '=', clientId).execute()
  const accountId = await insert(fixture, 'users', { name: 'Hotel', email: 'hotel@proba.ro', created_at: at })
  await insert(fixture, 'protocol_companies', { user_id: accountId, company_id: companyId })
  const other = await fixture.place({ client_phone: aPhone(), client_name: 'Alt Client' })
  await db.updateTable('orders').set({ phone }).where('id', '=', asId<OrderId>(other.id)).execute()
  const scene = { companyId, dispatcherId, driverId, clientId, accountId, orderId, phone, at }
  for (const [table, row] of [...rowsOfClient(scene), ...rowsOfOthers(scene)]) await insert(fixture, table, row)
  return scene
}

/** A recording with a row, a file without a row, rtpengine packets of the call, and packets of another call. */
async function aFolderOfCalls() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'erased-'))
  const at = (...names: string[]) => path.join(folder, ...names)
  for (const name of ['sounds', 'packets/pcaps', 'packets/metadata']) fs.mkdirSync(at(name), { recursive: true })
  const keep = (phone: string) => {
    const mark = '00112233aabbccdd'
    const named = fileNameOf(`${phone}@t`)
    const note = `a\n\ndispecerat:${Buffer.from(`${phone}@t`).toString('hex')}\n`
    fs.writeFileSync(at('sounds', `${phone}.wav`), 'a')
    fs.writeFileSync(at('sounds', `${named}-${mark}-mix.wav`), 'a')
    fs.writeFileSync(at('packets/pcaps', `${named}-${mark}.pcap`), 'a')
    fs.writeFileSync(at('packets/pcaps', `trunchi-${mark}.pcap`), 'a')
    fs.writeFileSync(at('packets/metadata', `rtpengine-meta-trunchi-${mark}.pcap.txt`), note)
    fs.writeFileSync(at('packets/pcaps', `alt%40t-${mark}.pcap`), 'a')
  }
  const files = () =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => path.relative(folder, path.join(file.parentPath, file.name)))
  return { at, keep, files, [Symbol.asyncDispose]: async () => fs.rmSync(folder, { recursive: true }) }
}

/** Writes the client's name and phone, in several formats, into every free text of the company. */
async function nameEverywhere({ server: { db }, companyId }: Fixture, phone: string): Promise<void> {
  const digits = phone.slice(-9)
  const spoken = `0${digits.slice(0, 3)} ${digits.slice(3, 6)}.${digits.slice(6)}`
  const text = `Sunați la ${spoken} sau ${phone}, ${NAME.toUpperCase()}`
  for (const [table, column] of columnsWith('mentions')) {
    const { rows } = await sql<{ type: string }>`
      select atttypid::regtype::text as type from pg_attribute
      where attrelid = ${table}::regclass and attname = ${column}
    `.execute(db)
    const json = JSON.stringify({ note: text, list: [{ phone }] })
    const value = rows[0]?.type === 'jsonb' ? sql`${json}::jsonb` : sql`${text}`
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} as row set ${sql.ref(column)} = ${value}
      where ${PERSONAL_TABLES[table]?.of?.([companyId]) ?? sql`true`}
    `.execute(db)
    expect(numAffectedRows, `${table}.${column} has a row`).toBeGreaterThan(0n)
  }
}

const erase = (fixture: Fixture, id: number) =>
  fixture.server.request(erasePersonalData, { params: { id }, body: {} }, fixture.manager)

test('after an erasure no table has the phone or the name, except the blocked number and what the law requires', async () => {
  await using folder = await aFolderOfCalls()
  const TELEPHONY = { TELEPHONY: 'kamailio', KAMAILIO_WS_URL: 'ws://127.0.0.1:9', KAMAILIO_EVENTS: '127.0.0.1:9' }
  const folders = { RECORDINGS_DIR: folder.at('sounds'), RTPENGINE_RECORDINGS: folder.at('packets') }
  await using fixture = await createFixture({
    env: { ...TELEPHONY, KAMAILIO_RPC_URL: 'http://127.0.0.1:9/rpc', ...folders },
  })
  const { server } = fixture
  const { clientId, phone, orderId } = await aClientEverywhere(fixture)
  await nameEverywhere(fixture, phone)
  folder.keep(phone)
  const tail = phone.slice(-9)
  const texts = [NAME, NAME.toUpperCase(), tail, `${tail.slice(3, 6)}.${tail.slice(6)}`, `canaru${tail}`]
  expect((await placesOf(server.db, texts)).length).toBeGreaterThan(40)
  expect((await erase(fixture, clientId)).status).toBe(200)
  await finishErasures(server)
  expect(await placesOf(server.db, texts)).toEqual(columnsWith('kept').map(([table, column]) => `${table}.${column}`))
  expect(folder.files()).toEqual(['packets/pcaps/alt%40t-00112233aabbccdd.pcap'])
  const trail = await server.db.selectFrom('driver_trail').selectAll().where('order_id', '=', orderId).execute()
  expect(trail).toEqual([])
  const unfinished = await server.db
    .selectFrom('client_erasures')
    .select('id')
    .where('mentions', 'is not', null)
    .execute()
  expect(unfinished).toEqual([])
})

test('an erasure deletes the company’s exported lists from the disk, and no other company’s', async () => {
  await using fixture = await createFixture()
  const { server, manager } = fixture
  const phone = aPhone()
  const noted = await server.request(noteClient, { params: { phone }, body: { about: NAME } }, fixture.dispatcher)
  const { companyId } = await aCompany(server)
  const theirs = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  const exported = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const payload = { type: 'client', format: 'csv' }
    const answer = await server.inject({ method: 'POST', url: '/api/users/export', headers, payload })
    return { text: answer.body, id: String(answer.headers['export-id']) }
  }
  const [ours, other] = [await exported(manager), await exported(theirs)]
  expect(ours.text).toContain(NAME)
  expect((await erase(fixture, noted.reply.data.id)).status).toBe(200)
  const again = ({ id }: { id: string }, token: string) => server.request(readExport, { params: { id } }, token)
  expect([(await again(ours, manager)).status, (await again(other, theirs)).status]).toEqual([404, 200])
  await server.http.exportFiles.removeOld()
  expect(fs.readdirSync(path.join(server.dataDir, 'exports'))).toEqual([other.id])
})

test('free texts of other companies, other numbers, first names alone and the rest of each text stay', async () => {
  await using fixture = await createFixture()
  const { db, clock } = fixture.server
  const { clientId, phone } = await aClientEverywhere(fixture)
  const other = await db
    .selectFrom('companies')
    .select('id')
    .where('id', '<>', fixture.companyId)
    .executeTakeFirstOrThrow()
  const at = clock.now()
  const template = (company_id: CompanyId, text: string) =>
    insert(fixture, 'message_templates', { company_id, text, created_at: at })
  const ids = [
    await template(other.id, `${NAME} ${phone}`),
    await template(fixture.companyId, 'Ionela, sunați la +40799888777'),
    await template(fixture.companyId, `Mâine la ${NAME}, ora 8`),
  ]
  await erase(fixture, clientId)
  await finishErasures(fixture.server)
  const rows = await db
    .selectFrom('message_templates')
    .select(['id', 'text'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  expect(rows.map(({ text }) => text)).toEqual([
    `${NAME} ${phone}`,
    'Ionela, sunați la +40799888777',
    'Mâine la ***, ora 8',
  ])
})
