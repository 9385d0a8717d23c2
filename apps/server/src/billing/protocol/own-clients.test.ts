import { searchOwnClients } from '@dispecerat/contract/api/typed-lists'
import * as contract from '@dispecerat/contract/billing/own-clients'
import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { afterAll, expect, test } from 'vitest'
import { type Account, anAccount } from '../../orders/testing/an-account.ts'
import { aPhone, createFixture, SQUARE, STATION } from '../../orders/testing/order-fixture.ts'
import { aCompany, aDriver } from '../../testing/builders.ts'

const fixture = await createFixture()
const { server, companyId } = fixture
afterAll(() => server.stop())

const add = ({ token }: Account, phone: string, name = 'Ioana Șerban', note: string | null = null) =>
  server.request(contract.addOwnClient, { body: { phone, name, note } }, token)
const list = async ({ token }: Account, search?: string) =>
  (await server.request(searchOwnClients, { body: search === undefined ? {} : { search } }, token)).reply.data
const remove = ({ token }: Account, id: number) => server.request(contract.removeOwnClient, { params: { id } }, token)
const restore = ({ token }: Account, id: number) => server.request(contract.restoreOwnClient, { params: { id } }, token)
const known = async (phone: string) =>
  (await server.request(lookUpClient, { body: { phone } }, fixture.dispatcher)).reply.data

test('when a client added by an account calls, the dispatcher is offered to charge the account', async () => {
  const account = await anAccount(server, companyId)
  const phone = aPhone()
  const added = await add(account, phone, 'Ioana Șerban', 'etajul 2')
  expect(added).toMatchObject({ status: 201 })
  expect(added.reply.data).toMatchObject({ name: 'Ioana Șerban', phone, note: 'etajul 2', orders_count: 0 })
  expect(await known(phone)).toMatchObject({ name: 'Ioana Șerban', protocol_parent_user: { id: account.userId } })
  const body = {
    client_phone: phone,
    places: [SQUARE, STATION],
    payment_type: 'protocol' as const,
    protocol_user_id: account.userId,
  }
  expect((await server.request(createOrder, { body }, fixture.dispatcher)).status).toBe(201)
  expect(await list(account)).toMatchObject([{ name: 'Ioana Șerban', orders_count: 1 }])
})

test('a client is found by name without diacritics, by the note, by a part of the number; wildcards are plain text', async () => {
  const account = await anAccount(server, companyId)
  const phone = aPhone()
  await add(account, phone, 'Ștefan Țepeș', 'recepție')
  await add(account, aPhone(), 'Ana Pop')
  const names = async (search: string) => (await list(account, search)).map(({ name }) => name)
  expect(await names('stefan')).toEqual(['Ștefan Țepeș'])
  expect(await names('receptie')).toEqual(['Ștefan Țepeș'])
  expect(await names(`0${phone.slice(3)}`)).toEqual(['Ștefan Țepeș'])
  expect(await names('%')).toEqual([])
})

test('the account does not see the company’s own name and notes for the client', async () => {
  const account = await anAccount(server, companyId)
  const phone = aPhone()
  const at = { client_phone: phone, places: [SQUARE] }
  await server.request(createOrder, { body: { ...at, client_name: 'Doamna cu câinele' } }, fixture.dispatcher)
  const answer = await add(account, phone, 'Ioana')
  expect(answer.reply.data).toMatchObject({ name: 'Ioana', orders_count: 0, last_order_at: null })
  expect(JSON.stringify([answer.body, await list(account)])).not.toContain('câinele')
  expect((await known(phone)).name).toBe('Doamna cu câinele')
})

test('another name and note are the account’s own; the company’s do not change', async () => {
  const account = await anAccount(server, companyId)
  const phone = aPhone()
  const { id } = (await add(account, phone, 'Ioana')).reply.data
  const body = { name: 'Ioana Pop', note: 'contabilitate' }
  const edited = await server.request(contract.editOwnClient, { params: { id }, body }, account.token)
  expect(edited.reply.data).toMatchObject(body)
  expect((await known(phone)).name).toBe('Ioana')
  const empty = await server.request(contract.editOwnClient, { params: { id }, body: { name: ' ' } }, account.token)
  expect(empty).toMatchObject({ status: 422, body: { errors: { name: ['Scrieți numele'] } } })
})

test('a removed client can no longer order on the account, and can be restored unchanged', async () => {
  const account = await anAccount(server, companyId)
  const phone = aPhone()
  const { id } = (await add(account, phone, 'Ioana', 'etajul 2')).reply.data
  expect((await restore(account, id)).status).toBe(404)
  expect((await remove(account, id)).status).toBe(200)
  expect((await remove(account, id)).body.code).toBe('user.unknown')
  expect([await list(account), (await known(phone)).protocol_parent_user]).toEqual([[], null])
  expect((await restore(account, id)).reply.data).toMatchObject({ name: 'Ioana', note: 'etajul 2' })
  expect((await known(phone)).protocol_parent_user?.id).toBe(account.userId)
})

test('of two accounts that add one person the first has them; the other may neither see, change nor take them', async () => {
  const [mine, theirs] = [await anAccount(server, companyId), await anAccount(server, companyId)]
  const phone = aPhone()
  const answers = await Promise.all([add(mine, phone), add(theirs, phone)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  const [owner, other] = answers[0]?.status === 201 ? [mine, theirs] : [theirs, mine]
  const { id } = (await list(owner))[0] ?? { id: 0 }
  expect(await list(other)).toEqual([])
  const body = { name: 'furat' }
  const edit = await server.request(contract.editOwnClient, { params: { id }, body }, other.token)
  expect([edit.status, (await remove(other, id)).status, (await restore(other, id)).status]).toEqual([404, 404, 404])
  await remove(owner, id)
  expect((await add(other, phone)).status).toBe(201)
  expect((await restore(owner, id)).body.code).toBe('user.unknown')
  expect((await list(other)).length).toBe(1)
})

test('a repeat with one key adds the client once; a repeat without a key is refused as already on the account', async () => {
  const account = await anAccount(server, companyId)
  const body = { phone: aPhone(), name: 'Ioana' }
  const headers = { 'idempotency-key': 'adauga-o-data' }
  const first = await server.request(contract.addOwnClient, { body, headers }, account.token)
  const again = await server.request(contract.addOwnClient, { body, headers }, account.token)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.reply.data.id).toBe(first.reply.data.id)
  expect((await add(account, body.phone)).body.errors).toEqual({
    phone: ['Persoana este deja pe contul dumneavoastră'],
  })
  expect((await add(account, '12')).body.errors).toEqual({ phone: ['Număr de telefon invalid'] })
})

test('the company’s audit log records an account’s changes, without the phone; the account’s consoles are notified', async () => {
  const account = await anAccount(server, companyId)
  const own = await server.socket(account.token)
  const phone = aPhone()
  const { id } = (await add(account, phone, 'Ioana')).reply.data
  await own.waitForEvent('own_clients_changed')
  await remove(account, id)
  const rows = await server.db
    .selectFrom('audit_log')
    .select(['action', 'company_id', 'user_id', 'after'])
    .where('entity', '=', 'account_client')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ action, company_id, user_id }) => [action, company_id, user_id])).toEqual([
    ['created', companyId, account.userId],
    ['deleted', companyId, account.userId],
  ])
  expect(JSON.stringify(rows)).not.toContain(phone)
})

test('an account without a contract has no list, and dispatchers cannot read it', async () => {
  const account = await anAccount(server, companyId)
  await server.db.deleteFrom('protocol_companies').where('user_id', '=', account.userId).execute()
  expect((await server.request(contract.listOwnClients, {}, account.token)).body.code).toBe('account.no_contract')
  expect((await server.request(contract.listOwnClients, {}, fixture.dispatcher)).status).toBe(403)
})

test('an account that adds the phone of another company’s driver gets back only what it typed, as for any phone', async () => {
  const account = await anAccount(server, companyId)
  const { companyId: employerId } = await aCompany(server)
  const driver = await aDriver(server, { companyId: employerId })
  const row = () =>
    server.db.selectFrom('users').selectAll().where('id', '=', driver.driverId).executeTakeFirstOrThrow()
  const before = await row()
  const answers = []
  for (const phone of [before.phone ?? '', aPhone()]) {
    const added = await add(account, phone, 'Ioana', 'etajul 2')
    const again = await add(account, phone)
    answers.push([added.status, { ...added.reply.data, id: 0, phone: '' }, again.status, again.body.errors])
  }
  expect(answers[0]).toEqual(answers[1])
  expect(JSON.stringify(await list(account))).not.toContain(before.email)
  expect(await row()).toEqual(before)
})
