import { confirmMessages, listDriverMessages, sendDriverMessage } from '@dispecerat/contract/office/driver-messages'
import { changeMessageText } from '@dispecerat/contract/office/message-texts'
import {
  countAudience,
  createTemplate,
  deleteTemplate,
  editTemplate,
  listInterlocutors,
  listMessages,
  listTemplates,
  type MessageView,
  messageAllClients,
  messageAllDrivers,
  readUnreadCount,
  restoreTemplate,
  sendMessage,
} from '@dispecerat/contract/office/messages'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { takesSms } from '@dispecerat/domain/kernel/phone'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { type ADriver, aClient, aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'

interface Fixture extends AsyncDisposable {
  server: TestServer
  companyId: CompanyId
  maria: string
  mariaId: UserId
  ana: string
  manager: string
  driver: ADriver
  phone: string
}

async function createFixture(): Promise<Fixture> {
  const server = await aServer()
  const { companyId } = await aCompany(server)
  const maria = await aDispatcher(server, { companyId })
  const ana = await aDispatcher(server, { companyId })
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const driver = await aDriver(server, { companyId, at: TOWN_SQUARE })
  return {
    server,
    companyId,
    maria: await server.logIn(maria.email),
    mariaId: maria.userId,
    ana: await server.logIn(ana.email),
    manager: await server.logIn(boss.email),
    driver,
    phone: await server.logIn(driver.email),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

const write = ({ server }: Fixture, token: string, user_id: UserId, message: string) =>
  server.request(sendMessage, { body: { user_id, message } }, token)
const fromPhone = ({ server, phone }: Fixture, message: string) =>
  server.request(sendDriverMessage, { body: { message } }, phone)
const unread = async ({ server }: Fixture, token: string) =>
  (await server.request(readUnreadCount, {}, token)).reply.count
const talk = async ({ server }: Fixture, token: string, receiver_id: UserId, page = 1) =>
  (await server.request(listMessages, { query: { receiver_id, page } }, token)).reply

test('a driver writes to the company: every dispatcher is notified, has an own read mark, and any of them can reply', async () => {
  await using fixture = await createFixture()
  const { server, driver, maria, ana } = fixture
  const [marias, anas] = [await server.socket(maria), await server.socket(ana)]
  const sent = (await fromPhone(fixture, 'Clientul nu iese')).reply.data
  expect(sent).toMatchObject({ receiver_id: null, interlocutor_id: driver.driverId, delivery: 'sent' })
  for (const socket of [marias, anas])
    expect((await socket.waitForEvent<MessageView>('chat_message')).data.id).toBe(sent.id)
  expect([await unread(fixture, maria), await unread(fixture, ana)]).toEqual([1, 1])

  const seen = await talk(fixture, maria, driver.driverId)
  expect(seen.interlocutor).toMatchObject({ kind: 'driver', indicativ: driver.indicativ })
  expect((await marias.waitForEvent('messages_read')).data).toEqual({
    interlocutor_id: driver.driverId,
    read_to: sent.id,
  })
  expect([await unread(fixture, maria), await unread(fixture, ana)]).toEqual([0, 1])

  await write(fixture, ana, driver.driverId, 'Îl sun acum')
  await marias.waitForEvent<MessageView>('chat_message', ({ message }) => message === 'Îl sun acum')
  const { data } = (await server.request(listDriverMessages, {}, fixture.phone)).reply
  expect(data.map(({ message }) => message)).toEqual(['Îl sun acum', 'Clientul nu iese'])
  expect(data[1]).toMatchObject({ is_read: true, delivery: 'read' })
})

test('receipts of the driver’s phone go from sent to delivered to read, never back and never past the newest message', async () => {
  await using fixture = await createFixture()
  const { server, driver, maria, phone } = fixture
  const socket = await server.socket(maria)
  const { id } = (await write(fixture, maria, driver.driverId, 'Unde ești?')).reply.data
  const state = async () => (await talk(fixture, maria, driver.driverId)).data[0]?.delivery
  const confirm = (body: { delivered_to?: number; read_to?: number }) =>
    server.request(confirmMessages, { body }, phone)
  expect(await state()).toBe('sent')
  await confirm({ delivered_to: id + 1000 })
  expect((await socket.waitForEvent('message_receipt')).data).toEqual({
    interlocutor_id: driver.driverId,
    delivered_to: id,
    read_to: 0,
  })
  expect(await state()).toBe('delivered')
  await confirm({ read_to: id })
  expect(await state()).toBe('read')
  await confirm({ delivered_to: 1 })
  expect(await state()).toBe('read')
  expect((await confirm({})).status).toBe(422)
})

test('a conversation has thirty messages per page, newest first; the list shows the last message and can be searched by call sign', async () => {
  await using fixture = await createFixture()
  const { server, companyId, driver, maria } = fixture
  for (let n = 1; n <= 35; n++) await write(fixture, maria, driver.driverId, `Mesaj ${n}`)
  const first = await talk(fixture, maria, driver.driverId)
  expect([first.data.length, first.data[0]?.message, first.meta.total]).toEqual([30, 'Mesaj 35', 35])
  expect((await talk(fixture, maria, driver.driverId, 2)).data.map(({ message }) => message)).toEqual(
    [5, 4, 3, 2, 1].map((n) => `Mesaj ${n}`),
  )
  const silent = await aDriver(server, { companyId, at: TOWN_SQUARE, indicativ: 'Z77' })
  const list = async (search?: string) =>
    (await server.request(listInterlocutors, { query: { search } }, maria)).reply.data
  expect(await list()).toMatchObject([{ id: driver.driverId, last_message: { message: 'Mesaj 35' } }])
  expect(await list('z77')).toMatchObject([{ id: silent.driverId, last_message: null, unread_count: 0 }])
})

test('the list of conversations has the person, contact data and the unread flag', async () => {
  await using fixture = await createFixture()
  const { server, driver } = fixture
  const list = async () => (await server.request(listInterlocutors, {}, fixture.maria)).reply.data
  await server.db.updateTable('users').set({ identifier: 'S-7' }).where('id', '=', driver.driverId).execute()
  await fromPhone(fixture, 'Ajung în cinci minute')
  const [talked] = await list()
  expect(talked).toMatchObject({
    id: driver.driverId,
    interlocutor_id: driver.driverId,
    identifier: 'S-7',
    email: driver.email,
    has_unread: true,
    unread_count: 1,
    last_message_at: talked?.last_message?.created_at,
  })
  expect(talked?.last_message).toMatchObject({ sender_id: driver.driverId, user_id: null })
  await talk(fixture, fixture.maria, driver.driverId)
  expect((await list())[0]).toMatchObject({ has_unread: false, unread_count: 0 })
  const sent = await write(fixture, fixture.maria, driver.driverId, 'Bine')
  expect(sent.reply.data).toMatchObject({ user_id: driver.driverId, receiver_id: driver.driverId })
})

test('a conversation shows neither e-mail nor phone of a colleague, and of a client only the data the company recorded', async () => {
  await using fixture = await createFixture()
  const { server, companyId } = fixture
  const client = await aClient(server, { companyIds: [companyId], name: 'Doamna Pop' })
  await server.db
    .updateTable('company_clients')
    .set({ email: 'scris@firma.ro', identifier: 'C-9' })
    .where('user_id', '=', client.clientId)
    .execute()
  await server.db
    .updateTable('users')
    .set({ email: 'al.contului@altundeva.ro' })
    .where('id', '=', client.clientId)
    .execute()
  await write(fixture, fixture.maria, client.clientId, 'Bună ziua')
  await write(fixture, fixture.ana, fixture.mariaId, 'Salut')
  const byKind = Object.fromEntries(
    (await server.request(listInterlocutors, {}, fixture.ana)).reply.data.map((one) => [one.kind, one]),
  )
  expect(byKind.client).toMatchObject({ email: 'scris@firma.ro', identifier: 'C-9', phone: client.phone })
  expect(byKind.colleague).toMatchObject({ interlocutor_id: fixture.mariaId, email: null, phone: null })
})

test('messages between two colleagues are visible to nobody else', async () => {
  await using fixture = await createFixture()
  const { server, mariaId, maria, ana, manager } = fixture
  await write(fixture, ana, mariaId, 'Preiei tu <b>gara</b>?')
  expect([await unread(fixture, maria), await unread(fixture, manager)]).toEqual([1, 0])
  const [talkOfTwo] = (await server.request(listInterlocutors, {}, maria)).reply.data
  expect(talkOfTwo).toMatchObject({ kind: 'colleague', phone: null, unread_count: 1 })
  expect((await talk(fixture, maria, asId<UserId>(talkOfTwo?.id ?? 0))).data[0]?.message).toBe('Preiei tu <b>gara</b>?')
  expect(await unread(fixture, maria)).toBe(0)
  expect((await server.request(listInterlocutors, {}, manager)).reply.data).toEqual([])
  expect((await write(fixture, maria, mariaId, 'Eu cu mine')).body.code).toBe('user.unknown')
})

test('a client without the app gets an SMS through the outbox, and the message shows its delivery state', async () => {
  await using fixture = await createFixture()
  const { server, companyId, maria } = fixture
  const { clientId, phone } = await aClient(server, { companyIds: [companyId], name: 'Elena' })
  const { reply } = await write(fixture, maria, clientId, 'Mașina vine în 3 minute')
  expect(reply.data.delivery).toBe('kept')
  const outboundMessage = await server.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  expect(outboundMessage).toMatchObject({
    kind: 'sms',
    recipient: phone,
    text: 'Mașina vine în 3 minute',
    state: 'queued',
  })
  await server.db.updateTable('outbox').set({ state: 'sent' }).execute()
  expect((await talk(fixture, maria, clientId)).data[0]?.delivery).toBe('sent')
})

test('a message to a client with a landline and no app is refused with the reason', async () => {
  await using fixture = await createFixture()
  const { server, companyId, maria } = fixture
  const { clientId } = await aClient(server, { companyIds: [companyId], phone: '+40268401402' })
  const answer = await write(fixture, maria, clientId, 'Mașina vine în 3 minute')
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    { user_id: ['Clientul are telefon fix și nu are aplicația: sunați-l'] },
  ])
  expect(await server.db.selectFrom('outbox').select('id').execute()).toEqual([])
  expect(await server.db.selectFrom('messages').select('id').execute()).toEqual([])
})

test('a broadcast to all drivers reaches each driver of the company once, and a second within ten seconds is refused', async () => {
  await using fixture = await createFixture()
  const { server, companyId, driver, maria, phone } = fixture
  const second = await aDriver(server, { companyId })
  await aDriver(server, await aCompany(server))
  const radio = await server.socket(phone)
  const count = await server.request(countAudience, { query: { audience: 'drivers' } }, maria)
  expect(count.reply.data.receivers).toBe(2)
  const say = (message: string) => server.request(messageAllDrivers, { body: { message } }, maria)
  expect((await say('Polei pe Poiana')).reply.data.receivers).toBe(2)
  const received = await radio.waitForEvent<MessageView>('message')
  expect(received.data).toMatchObject({ receiver_id: driver.driverId, type: 'broadcast', message: 'Polei pe Poiana' })
  const tooSoon = await say('Și pe Stupini')
  expect([tooSoon.status, tooSoon.headers['retry-after']]).toEqual([429, '10'])
  server.pass(10)
  expect((await say('Și pe Stupini')).status).toBe(202)
  const toSecond = await server.db
    .selectFrom('messages')
    .select('message')
    .where('receiver_id', '=', second.driverId)
    .execute()
  expect(toSecond).toHaveLength(2)
  expect((await server.request(listInterlocutors, {}, maria)).reply.data).toEqual([])
})

test('of three broadcasts of one sender at once, one is sent', async () => {
  await using fixture = await createFixture()
  const say = () => fixture.server.request(messageAllDrivers, { body: { message: 'Toți la gară' } }, fixture.maria)
  const answers = await Promise.all([say(), say(), say()])
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429])
})

test('only company administrators can write to all clients, and each client with a phone gets one SMS', async () => {
  await using fixture = await createFixture()
  const { server, companyId, maria, manager } = fixture
  for (let n = 0; n < 3; n++) await aClient(server, { companyIds: [companyId] })
  const say = (token: string) => server.request(messageAllClients, { body: { message: 'Sărbători fericite' } }, token)
  expect((await say(maria)).status).toBe(403)
  expect((await say(manager)).reply.data.receivers).toBe(3)
  expect(await server.db.selectFrom('outbox').select('kind').execute()).toHaveLength(3)
})

test('a broadcast sends no SMS to landlines and to phones abroad: they are counted as left out, unless the client has the app', async () => {
  await using fixture = await createFixture()
  const { server, companyId, manager } = fixture
  const phones = ['+40722000111', '+40268401401', '+40316000000', '+40733111222', '+436601234567']
  for (const phone of phones) await aClient(server, { companyIds: [companyId], phone })
  const withApp = await aClient(server, { companyIds: [companyId], phone: '+40268555666' })
  const now = server.clock.now()
  const expires_at = new Date(now.getTime() + 3_600_000)
  const token_hash = Buffer.from('the app of a fixed telephone')
  await server.db
    .insertInto('access_tokens')
    .values({ user_id: withApp.clientId, token_hash, created_at: now, last_used_at: now, expires_at })
    .execute()

  const count = await server.request(countAudience, { query: { audience: 'clients' } }, manager)
  expect(count.reply.data).toEqual({ receivers: 3, left_out: 3 })
  const sent = await server.request(messageAllClients, { body: { message: 'Polei' } }, manager)
  expect(sent.reply.data).toMatchObject({ receivers: 3, left_out: 3 })
  const outboundMessages = await server.db.selectFrom('outbox').select('recipient').orderBy('recipient').execute()
  const mobiles = phones.filter((phone) => takesSms(phone)).sort()
  expect(outboundMessages.map(({ recipient }) => recipient)).toEqual(mobiles)
  expect(mobiles).toEqual(['+40722000111', '+40733111222'])
  const inAppMessages = await server.db
    .selectFrom('messages')
    .select('outbox_id')
    .where('receiver_id', '=', withApp.clientId)
    .execute()
  expect(inAppMessages).toEqual([{ outbox_id: null }])
})

test('a broadcast to clients uses the company’s own SMS text', async () => {
  await using fixture = await createFixture()
  const { server, companyId, manager } = fixture
  const { clientId } = await aClient(server, { companyIds: [companyId] })
  const body = { text: '{companie}: {mesaj}', is_plain: true }
  await server.request(changeMessageText, { params: { key: 'client_chat' }, body: body as never }, manager)
  await server.db.updateTable('companies').set({ name: 'Taxi Țepeș' }).where('id', '=', companyId).execute()
  await server.request(messageAllClients, { body: { message: 'Mâine circulăm gratuit' } }, manager)
  expect(await server.db.selectFrom('outbox').select('text').execute()).toEqual([
    { text: 'Taxi Tepes: Maine circulam gratuit' },
  ])
  expect((await talk(fixture, manager, clientId)).data[0]?.message).toBe('Mâine circulăm gratuit')
})

test('quick replies: at most fifty per company, can be deleted and restored, and are shared by all dispatchers', async () => {
  await using fixture = await createFixture()
  const { server, maria, ana } = fixture
  const add = (text: string) => server.request(createTemplate, { body: { text } }, maria)
  const { id } = (await add('Unde ești?')).reply.data
  for (let n = 1; n < 50; n++) await add(`Răspuns ${n}`)
  expect((await add('Încă unul')).body.code).toBe('message_template.too_many')
  expect((await server.request(listTemplates, {}, ana)).reply.data[0]).toMatchObject({ id, text: 'Unde ești?' })
  await server.request(deleteTemplate, { params: { id } }, maria)
  expect((await server.request(listTemplates, {}, ana)).reply.data).toHaveLength(49)
  expect((await server.request(restoreTemplate, { params: { id } }, maria)).reply.data.text).toBe('Unde ești?')
})

test('saving a quick reply with an old version is refused with 409', async () => {
  await using fixture = await createFixture()
  const { server, maria, ana } = fixture
  const { id, version } = (await server.request(createTemplate, { body: { text: 'Vin' } }, maria)).reply.data
  const edit = (text: string, token: string) =>
    server.request(editTemplate, { params: { id }, body: { text }, headers: { 'if-match': String(version) } }, token)
  expect((await edit('Vin imediat', ana)).status).toBe(200)
  const late = await edit('Vin acum', maria)
  expect([late.status, late.body.code]).toEqual([409, 'message_template.changed_meanwhile'])
  expect((await server.request(listTemplates, {}, maria)).reply.data[0]?.text).toBe('Vin imediat')
})

test('messages from before a user was created are not unread for that user', async () => {
  await using fixture = await createFixture()
  await fromPhone(fixture, 'De ieri')
  fixture.server.pass(3600)
  const fresh = await aDispatcher(fixture.server, fixture)
  expect(await unread(fixture, await fixture.server.logIn(fresh.email))).toBe(0)
})

test('sending a message again with the same idempotency key sends it once', async () => {
  await using fixture = await createFixture()
  const { server, driver, maria } = fixture
  const request = {
    body: { user_id: driver.driverId, message: 'Vino la bază' },
    headers: { 'idempotency-key': 'one-and-the-same-key' },
  }
  const [first, second] = [
    await server.request(sendMessage, request, maria),
    await server.request(sendMessage, request, maria),
  ]
  expect(second.reply.data.id).toBe(first.reply.data.id)
  expect((await talk(fixture, maria, driver.driverId)).meta.total).toBe(1)
})
